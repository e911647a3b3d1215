import type { Topics } from '../../screens/rules/topics';

export default { place: 4, topics: [['adventure', 'globe']] } satisfies Topics;
