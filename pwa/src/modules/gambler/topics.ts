import type { Topics } from '../../screens/rules/topics';

export default { place: 1, topics: [['gambler', 'gambler']] } satisfies Topics;
