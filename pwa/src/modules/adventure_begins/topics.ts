import type { Topics } from '../../parts/desk/topics';

export default { place: 4, topics: [['adventure', 'globe']] } satisfies Topics;
