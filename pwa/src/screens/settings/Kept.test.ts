import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { speak } from '../../words/words.svelte';

import Kept from './Kept.svelte';

const { restore, remembered, rules } = vi.hoisted(() => ({
  restore: vi.fn(),
  remembered: vi.fn(),
  rules: { ready: vi.fn(), kind: 'ready' },
}));

vi.mock('../../engine', () => ({
  engine: () => ({ restore }),
  localRules: () => ({
    ready: rules.ready,
    subscribe(heard: (status: { kind: string }) => void) {
      heard({ kind: rules.kind });
      return () => undefined;
    },
  }),
}));
vi.mock('../../stores/database', () => ({ rememberTable: remembered }));

/** Two tables, as "save everything" writes them. */
const FILE = JSON.stringify({ kind: 'harbormaster-tables', tables: [{ code: 'a' }, { code: 'b' }] });

async function choose(text: string): Promise<void> {
  const picker = screen.getByLabelText('Open a saved file');
  Object.defineProperty(picker, 'files', { value: [{ text: () => Promise.resolve(text) }], configurable: true });
  await fireEvent.change(picker);
}

/** Something that takes as long as the test says. */
function later<T>(): { done: (value: T) => void; promise: Promise<T> } {
  let done: (value: T) => void = () => undefined;
  return { promise: new Promise<T>((resolve) => (done = resolve)), done: (value) => done(value) };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('a saved file', () => {
  beforeEach(async () => {
    vi.clearAllMocks();
    Object.assign(rules, { kind: 'ready' });
    rules.ready.mockResolvedValue(true);
    await speak('en');
  });

  it('says at once that it is being opened, and how far it is', async () => {
    const [first, second] = [later<object>(), later<object>()];
    restore.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    render(Kept);
    await choose(FILE);
    const status = screen.getByRole('status');
    await vi.waitFor(() => expect(status.textContent).toBe('Table 1 of 2 is being opened'));
    first.done({ code: 'a', token: '', view: {} });
    await vi.waitFor(() => expect(status.textContent).toBe('Table 2 of 2 is being opened'));
    second.done({ code: 'b', token: '', view: {} });
    await vi.waitFor(() => expect(status.textContent).toBe('2 tables opened, they are on the home screen'));
    expect(remembered).toHaveBeenCalledTimes(2);
  });

  it('says that the rules have to come first where they are not here yet', async () => {
    Object.assign(rules, { kind: 'loading' });
    const able = later<boolean>();
    rules.ready.mockReturnValue(able.promise);
    render(Kept);
    await choose(FILE);
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('The rules come to this phone first, then 2 tables are opened'));
    able.done(false);
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('This needs the rules on this phone, and they are not here'));
    expect(restore).not.toHaveBeenCalled();
  });

  it('opens no further table once its screen is left, and throws nothing', async () => {
    const first = later<object>();
    restore.mockReturnValue(first.promise);
    const { unmount } = render(Kept);
    await choose(FILE);
    await vi.waitFor(() => expect(restore).toHaveBeenCalledTimes(1));
    unmount();
    first.done({ code: 'a', token: '', view: {} });
    await settled();
    // What was begun is kept, so that nothing lies open that no phone knows.
    expect(remembered).toHaveBeenCalledTimes(1);
    expect(restore).toHaveBeenCalledTimes(1);
  });

  it('opens nothing where the screen was left before the rules were there', async () => {
    const able = later<boolean>();
    rules.ready.mockReturnValue(able.promise);
    const { unmount } = render(Kept);
    await choose(FILE);
    await settled();
    unmount();
    able.done(true);
    await settled();
    expect(restore).not.toHaveBeenCalled();
  });

  it('says what a file is not', async () => {
    render(Kept);
    await choose('{"kind": "a shopping list"}');
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('This is no file that Harbormaster saved'));
  });
});
