import type { Effect } from '../../engine/module-view';
import type { Events } from '../../parts/modules/events';
import type { Speech } from '../../words/speech';
import { pair } from '../../words/pieces';
import { list, signed } from '../../words/words.svelte';
import { effectDrawing, effectSaid, says, whenSaid } from './says';

/** Without whom it is for, where that is everybody. */
function short(effects: Effect[], speech: Speech): string {
  return list(
    effects.map(({ what, count = 0, who, color }) => {
      const seen = {
        figure: signed(count),
        ships: color ? speech.term(color) : says(speech, 'effect.ships'),
      };
      const said = (color && says(speech, `short.${what}_of`, seen)) || says(speech, `short.${what}`, seen);
      return who === undefined || who === 'all' ? said : pair(says(speech, `who.${who}`), said);
    }),
  );
}

export default { drawing: effectDrawing, said: effectSaid, short, when: whenSaid } satisfies Events;
