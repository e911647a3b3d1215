import type { Prints } from '../../parts/prints';

export default { signs: ['gift'] } satisfies Prints;
