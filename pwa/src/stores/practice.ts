import { forgetTable, knownTable, PRACTICE } from './database';

/** Nothing of it is kept once somebody has gone home. */
export async function leavePractice(): Promise<void> {
  if (!(await knownTable(PRACTICE))) return;
  const { engine } = await import('../engine');
  await engine().forget(PRACTICE);
  await forgetTable(PRACTICE);
}
