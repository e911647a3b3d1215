import { Rejected } from '../../engine';
import type { Saved } from '../../engine';
import type { Refused } from '../../memory/files';
import { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';

/** Why a table of a file is not opened: the line, and what is wrong there. */
export function whyRefused({ count, saved, error }: Refused): string {
  return t('kept.wrong', { count, why: why(error, saved) });
}

function why(error: unknown, saved: Saved): string {
  if (!(error instanceof Rejected)) return t('kept.unreadable');
  const { field = '', reason, revision, limit } = error.about;
  if (error.code === 'line_refused')
    return t('kept.line', { line: revision, why: reason ? speechOf(saved).refusal(reason) : error.message });
  if (error.code === 'too_much_work') return t('kept.work', { line: revision });
  if (error.code === 'log_full') return t('kept.full', { limit });
  const line = /^lines\[(\d+)\]\.?(.*)$/.exec(field);
  if (line)
    return t('kept.line', {
      line: Number(line[1]) + 1,
      why: t('kept.line_field', { field: line[2] || 'lines' }),
    });
  return field ? t('kept.field', { field }) : error.message || t('kept.unreadable');
}

function speechOf({ setup }: Saved): Speech {
  const none = { coins: 0, vp: 0, swords: 0, discount: 0, extra_takes: 0, display: [], expeditions: [] };
  const names = Array.isArray(setup.players) ? setup.players : [];
  return new Speech(
    String(setup.edition),
    names.map((name, seat) => ({ seat, name: String(name), ...none })),
  );
}
