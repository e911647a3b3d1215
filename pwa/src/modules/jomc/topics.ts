import type { Topics } from '../../parts/desk/topics';

export default {
  place: 3,
  topics: [
    ['jomc', 'clerk'],
    ['contracts', 'contract'],
    ['coop', 'hand'],
  ],
} satisfies Topics;
