import type { Drawing } from '../drawings/sprite';

/** What an award of an evening is drawn by. */
export const AWARDS: Record<string, Drawing> = {
  unluckiest: 'clash',
  fullest_harbor: 'full-harbor',
  best_turn: 'chest',
  gallows_humor: 'jester',
  sharpest_blade: 'repel',
  boldest: 'dice',
};
