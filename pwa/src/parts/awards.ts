/** What an award of an evening is drawn by. */
export const AWARDS: Record<string, string> = {
  unluckiest: 'clash',
  fullest_harbor: 'full-harbor',
  best_turn: 'chest',
  gallows_humor: 'jester',
  sharpest_blade: 'repel',
  boldest: 'dice',
};
