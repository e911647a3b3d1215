import type { Topics } from '../../screens/rules/topics';

export default { place: 2, topics: [['make_sail', 'ship-flute']] } satisfies Topics;
