import type { Tax } from '../../engine';

/** As it is printed: all of them are alike. */
export default [{ kind: 'tax', bonus: 'fewest_vp', threshold: 16, bonus_coins: 2 }] satisfies Tax[];
