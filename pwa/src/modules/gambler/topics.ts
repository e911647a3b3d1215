import type { Topics } from '../../parts/desk/topics';

export default { place: 1, topics: [['gambler', 'gambler']] } satisfies Topics;
