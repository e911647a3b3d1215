import type { Events } from '../../parts/modules/events';
import EventRow from './EventRow.svelte';
import EventSheet from './EventSheet.svelte';
import Month from './Month.svelte';
import { effectDrawing, short } from './says';

export default {
  row: EventRow,
  sheet: EventSheet,
  board: Month,
  drawing: effectDrawing,
  short,
} satisfies Events;
