import type { Topics } from '../../screens/rules/topics';

export default {
  place: 3,
  topics: [
    ['jomc', 'clerk'],
    ['contracts', 'contract'],
    ['coop', 'hand'],
  ],
} satisfies Topics;
