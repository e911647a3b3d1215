import type { Keeps } from '../../parts/keepers';

export default { key: 'under', persons: ['merchant'] } satisfies Keeps;
