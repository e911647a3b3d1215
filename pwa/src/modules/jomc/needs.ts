import type { Needed } from '../../parts/table/need';

export default { declined: { unpaid: true } } satisfies Record<string, Needed>;
