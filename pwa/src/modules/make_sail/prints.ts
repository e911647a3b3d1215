import type { Prints } from '../../parts/prints';

export default { leaves: 'down_to' } satisfies Prints;
