import { language, t } from './words.svelte';

const WEEK = 6 * 24 * 60 * 60 * 1000;

/** A table is called by the day it was opened; two of one day are told apart by the hour. */
export function tableName(opened: number, others: number[] = [], now = Date.now()): string {
  const at = new Date(opened);
  const alone = !others.some((other) => other !== opened && new Date(other).toDateString() === at.toDateString());
  const time = alone ? {} : { time: at.toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit' }) };
  const which = alone ? '' : '_at';
  if (now - opened < WEEK) return t(`home.table${which}`, { day: at.toLocaleDateString(language(), { weekday: 'long' }), ...time });
  return t(`home.table_of${which}`, { date: at.toLocaleDateString(language(), { day: 'numeric', month: 'long' }), ...time });
}
