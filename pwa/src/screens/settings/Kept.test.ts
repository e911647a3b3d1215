import { beforeEach, describe, expect, it, vi } from 'vitest';

import { fireEvent, render, screen } from '../../fixtures/render';
import { speak, speakEarly } from '../../words/words.svelte';

import Kept from './Kept.svelte';

const { restore, known, knownTables, remembered, rules, Rejected } = vi.hoisted(() => ({
  Rejected: class extends Error {
    constructor(
      readonly status: number,
      readonly code: string,
      detail: string,
      readonly about: object,
    ) {
      super(detail);
    }
  },
  restore: vi.fn(),
  known: vi.fn(),
  knownTables: vi.fn(),
  remembered: vi.fn(),
  rules: { ready: vi.fn(), kind: 'ready' },
}));

vi.mock('../../engine', () => ({
  engine: () => ({ restore, known }),
  Rejected,
  localRules: () => ({
    ready: rules.ready,
    subscribe(heard: (status: { kind: string }) => void) {
      heard({ kind: rules.kind });
      return () => undefined;
    },
  }),
}));
vi.mock('../../stores/database', () => ({
  rememberTable: remembered,
  knownTables,
  recall: () => Promise.resolve(undefined),
}));

const table = (first: string) => ({
  format: 1,
  setup: { edition: 'pegasus', modules: ['base'], players: ['Ada', 'Ben'] },
  lines: [{ entry_id: first, entry: { type: 'draw' } }],
});

/** Two tables, as "save everything" writes them. */
const FILE = JSON.stringify({ kind: 'harbormaster-tables', tables: [table('a'), table('b')] });

async function choose(text: string): Promise<void> {
  const picker = screen.getByLabelText('Open a saved file');
  Object.defineProperty(picker, 'files', {
    value: [{ text: () => Promise.resolve(text) }],
    configurable: true,
  });
  await fireEvent.change(picker);
}

/** Something that takes as long as the test says. */
function later<T>(): { done: (value: T) => void; promise: Promise<T> } {
  let done: (value: T) => void = () => undefined;
  return { promise: new Promise<T>((resolve) => (done = resolve)), done: (value) => done(value) };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
}

describe('a saved file', () => {
  beforeEach(async () => {
    vi.clearAllMocks();
    Object.assign(rules, { kind: 'ready' });
    rules.ready.mockResolvedValue(true);
    known.mockResolvedValue([]);
    knownTables.mockResolvedValue([]);
    await speak('en');
    await speakEarly();
  });

  it('says at once that it is being opened, and how far it is', async () => {
    const [first, second] = [later<object>(), later<object>()];
    restore.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    render(Kept);
    await choose(FILE);
    const status = screen.getByRole('status');
    await vi.waitFor(() => expect(status.textContent).toBe('Opening table 1 of 2'));
    first.done({ code: 'a', token: '', view: {} });
    await vi.waitFor(() => expect(status.textContent).toBe('Opening table 2 of 2'));
    second.done({ code: 'b', token: '', view: {} });
    await vi.waitFor(() => expect(status.textContent).toBe('2 tables opened, now on the home screen'));
    expect(remembered).toHaveBeenCalledTimes(2);
  });

  it('says that the rules have to come first where they are not here yet', async () => {
    Object.assign(rules, { kind: 'loading' });
    const able = later<boolean>();
    rules.ready.mockReturnValue(able.promise);
    render(Kept);
    await choose(FILE);
    await vi.waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('Loading the rules first, then 2 tables'),
    );
    able.done(false);
    await vi.waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe(
        'This phone needs the rules for this; they aren’t here yet',
      ),
    );
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

  it('says which line of which table is wrong and why, and opens the others', async () => {
    const said = new Rejected(422, 'line_refused', '', {
      revision: 7,
      reason: { code: 'NO_TAKES_LEFT', rule: 'no_takes_left', params: {}, overridable: true },
    });
    restore
      .mockRejectedValueOnce(said)
      .mockResolvedValueOnce({ code: 'b', token: '', view: {}, opened: 1_700_000_000 });
    render(Kept);
    await choose(FILE);
    await vi.waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/^Table 1 in the file: line 7 is wrong: .*take/),
    );
    expect(screen.getByRole('status').textContent).toBe('1 table opened, now on the home screen');
    // An imported table keeps its dates.
    expect(remembered).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'b', opened: 1_700_000_000_000 }),
    );
  });

  it.each([
    [
      { code: 'malformed', about: { field: 'lines[2].entry.card' } },
      'line 3 is wrong: “entry.card” isn’t valid there',
    ],
    [{ code: 'malformed', about: { field: 'lines[11].at' } }, 'line 12 is wrong: “at” isn’t valid there'],
    [{ code: 'malformed', about: { field: 'setup.players' } }, '“setup.players” isn’t valid'],
    [
      { code: 'too_much_work', about: { revision: 912 } },
      'line 912: its corrections take too long to work out',
    ],
    [{ code: 'log_full', about: { limit: 3000 } }, 'its log has more than the 3000 entries the server keeps'],
  ])('says in words what %j means', async ({ code, about }, words) => {
    restore.mockRejectedValue(new Rejected(422, code, '', about));
    render(Kept);
    await choose(JSON.stringify(table('a')));
    await vi.waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(`Table 1 in the file: ${words}`),
    );
  });

  it('knows a table that is here already: the one that is here, or another one', async () => {
    known.mockImplementation(({ lines }: { lines: { entry_id: string }[] }) =>
      Promise.resolve(lines[0]?.entry_id === 'a' ? ['HERE'] : []),
    );
    knownTables.mockResolvedValue([
      { code: 'HERE', seen: 5, view: { revision: 12, players: [{ name: 'Ada' }, { name: 'Ben' }] } },
    ]);
    restore.mockResolvedValue({ code: 'new', token: '', view: {} });
    render(Kept);
    await choose(FILE);
    const open = await screen.findByRole('link', { name: 'Open the one already here' });
    expect(open.getAttribute('href')).toBe('#/table/HERE');
    await vi.waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('1 table opened, now on the home screen'),
    );
    expect(restore).toHaveBeenCalledTimes(1);
    await fireEvent.click(screen.getByRole('button', { name: 'Import it as a new table' }));
    await vi.waitFor(() => expect(restore).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole('link', { name: 'Open the one already here' })).toBeNull();
  });

  it.each([
    ['[1, 2'],
    ['{"kind": "harbormaster-tables", "tables": [{"lines": "none"}]}'],
    ['{"kind": "harbormaster-tables", "tables": 7}'],
    ['null'],
  ])('makes nothing of %s', async (text) => {
    render(Kept);
    await choose(text);
    await vi.waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('Not a file saved by Harbormaster'),
    );
    expect(restore).not.toHaveBeenCalled();
  });

  it('looks no further into what is nested deep, and counts no bracket that stands in a name', async () => {
    render(Kept);
    await choose(`{"lines": ${'['.repeat(60_000)}${']'.repeat(60_000)}, "setup": {}}`);
    await vi.waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('Not a table file: nested too deeply'),
    );
    restore.mockResolvedValue({ code: 'a', token: '', view: {} });
    await choose(
      JSON.stringify({
        ...table('a'),
        setup: { edition: 'pegasus', modules: ['base'], players: ['[[[["[[[[[[[[[[[[[[[[[[[[[[[[', 'Ben'] },
      }),
    );
    await vi.waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('1 table opened, now on the home screen'),
    );
  });

  it('says what a file is not', async () => {
    render(Kept);
    await choose('{"kind": "a shopping list"}');
    await vi.waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('Not a file saved by Harbormaster'),
    );
  });
});
