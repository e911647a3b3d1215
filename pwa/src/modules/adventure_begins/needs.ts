import type { Needed } from '../../parts/table/need';

export default {
  ares: { drawing: 'ares', wide: true },
  crowns: { drawing: 'crown' },
  missions: { drawing: 'mission' },
} satisfies Record<string, Needed>;
