import type { Topics } from '../../parts/desk/topics';

export default { place: 2, topics: [['make_sail', 'ship-flute']] } satisfies Topics;
