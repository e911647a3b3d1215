import type { Prints } from '../../parts/prints';

export default {
  cargo: { key: 'items', taken: 'as_item' },
  dearer: 'event',
  prizes: { crowns: { one: 'crown', most: 2 } },
} satisfies Prints;
