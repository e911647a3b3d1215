import { beforeAll, describe, expect, it } from 'vitest';

import type { Edition } from '../../engine';
import library from '../../fixtures/library.json';
import { looks } from '../../words/alike';
import { speak, speakRules } from '../../words/words.svelte';
import { Draft } from './draft.svelte';

const editions = library.editions.editions as unknown as Edition[];
const group = {
  edition: 'bigbox',
  modules: ['gambler'],
  options: { expedition_required: true },
  players: ['Ada', 'Ben', 'Cleo'],
  start: 1,
};

beforeAll(async () => {
  await speak('en');
  await speakRules();
}, 60_000);

describe('a new table', () => {
  it('remembers the last group, its box, its modules and who started', () => {
    const draft = new Draft(editions, group);
    expect(draft.setup).toEqual({
      edition: 'bigbox',
      modules: ['base', 'gambler'],
      options: { expedition_required: true },
      players: ['Ben', 'Cleo', 'Ada'],
    });
    expect(draft.group).toEqual(group);
  });

  it('asks about two names that look the same, once', () => {
    const draft = new Draft(editions, group);
    const vera = draft.add();
    draft.rename(vera.id, 'Веn');
    expect(draft.alike).toBeNull();
    draft.looks = looks;
    expect([draft.alike?.seat.name, draft.alike?.other.name]).toEqual(['Веn', 'Ben']);
    if (draft.alike) draft.keepBoth(draft.alike);
    expect(draft.alike).toBeNull();
    const next = new Draft(editions, draft.group);
    next.looks = looks;
    expect(next.alike).toBeNull();
    next.rename(next.add().id, 'Вen');
    expect([next.alike?.seat.name, next.alike?.other.name]).toEqual(['Вen', 'Ben']);
  });

  it('is of one game of its box, with its own players, options and what is mixed into it', () => {
    const draft = new Draft(editions, group);
    expect(draft.games.map(({ module }) => module)).toEqual(['base', 'make_sail', 'adventure_begins']);
    draft.pick('make_sail');
    expect([draft.extras, draft.players]).toEqual([[], { min: 2, max: 4 }]);
    expect(draft.setup).toMatchObject({ modules: ['make_sail'], options: {} });
    // The next evening, and from the table itself.
    expect(new Draft(editions, draft.group).game).toBe('make_sail');
    expect(
      new Draft(editions, { ...group, modules: ['make_sail', 'make_sail_cards'] }).setup.modules,
    ).toEqual(['make_sail']);
    draft.choose('sjg');
    expect(draft.setup.modules).toEqual(['base']);
  });

  it('is played against each other, together or alone as far as its modules can be in that box', () => {
    const both = [
      { way: 'competitive', least: 2, most: 5 },
      { way: 'coop', least: 2, most: 5 },
      { way: 'solo', least: 1, most: 1 },
    ];
    const boxes = editions.map((edition) => ({
      ...edition,
      played: edition.played
        .map((one) => (one.alone ? { ...one, mixed: [...one.mixed, 'deeds'] } : one))
        .concat({
          ...edition.played[1],
          module: 'deeds',
          alone: false,
          ways: edition.id === 'yucata' ? both.slice(0, 1) : both,
        } as never),
    })) as unknown as Edition[];
    const draft = new Draft(boxes, { ...group, modules: ['deeds', 'coop'] });
    expect([draft.way, draft.setup.modules]).toEqual(['coop', ['base', 'deeds', 'coop']]);
    expect(new Draft(boxes, draft.group).way).toBe('coop');
    // Two of them have to go first: nobody is left out by a tap on something else.
    const [, ben, cleo] = draft.seats;
    draft.goAbout('solo');
    expect([draft.way, draft.crowded]).toEqual(['coop', { way: 'solo', seats: [ben, cleo] }]);
    draft.remove(cleo?.id ?? '');
    draft.rename(ben?.id ?? '', '');
    expect(draft.crowded).toBeNull();
    // A seat without a name goes by itself, and comes when it is needed.
    draft.goAbout('solo');
    expect([draft.way, draft.setup.players, draft.group.players]).toEqual(['solo', ['Ada'], ['Ada']]);
    draft.add();
    expect([draft.way, draft.setup.players]).toEqual(['competitive', ['Ada', 'Player 2']]);
    draft.remove(draft.seats[1]?.id ?? '');
    expect([draft.way, draft.setup.players]).toEqual(['solo', ['Ada']]);
    draft.goAbout('coop');
    expect(draft.setup.players).toEqual(['Ada', 'Player 2']);
    draft.toggle('deeds');
    expect([draft.ways, draft.way, draft.setup.modules, draft.setup.players.length]).toEqual([
      [],
      'competitive',
      ['base'],
      2,
    ]);
    draft.toggle('deeds');
    draft.choose('yucata');
    expect([draft.ways, draft.setup.modules]).toEqual([[], ['base', 'deeds']]);
  });

  it('asks in a box of several games for those and for what changes one of them', () => {
    const draft = new Draft(editions, { ...group, modules: ['gambler'] });
    expect(draft.plays.map(({ module }) => module)).toEqual([
      'base',
      'jomc',
      'make_sail',
      'adventure_begins',
    ]);
    draft.pick('jomc');
    expect([draft.play, draft.setup.modules]).toEqual(['jomc', ['base', 'gambler', 'jomc']]);
    draft.pick('base');
    expect([draft.play, draft.setup.modules]).toEqual(['base', ['base', 'gambler']]);
    draft.pick('adventure_begins');
    // In the story they are an extra like the others.
    expect([draft.play, draft.leads]).toEqual(['adventure_begins', []]);
    draft.choose('yucata');
    expect(draft.plays).toEqual([]);
  });

  it('goes back to the first game of the box where one more sits there than the other is for', () => {
    const draft = new Draft(editions, {
      ...group,
      modules: [],
      game: 'make_sail',
      players: ['Ada', 'Ben', 'Cleo', 'Dan'],
    });
    const eve = draft.add();
    expect([draft.game, draft.crowded]).toEqual(['base', { play: 'make_sail' }]);
    expect(
      draft.games.filter(({ module }) => draft.beyond(module).length).map(({ module }) => module),
    ).toEqual(['make_sail', 'adventure_begins']);
    draft.rename(eve.id, 'Eve');
    draft.pick('adventure_begins');
    expect([draft.game, draft.crowded]).toEqual([
      'base',
      { play: 'adventure_begins', seats: [{ id: eve.id, name: 'Eve' }] },
    ]);
    draft.remove(eve.id);
    expect(draft.crowded).toBeNull();
    draft.pick('adventure_begins');
    expect(draft.game).toBe('adventure_begins');
    draft.putBack();
    expect([draft.game, draft.crowded]).toEqual(['base', { play: 'adventure_begins' }]);
  });

  it('drops what another box does not offer', () => {
    const draft = new Draft(editions, group);
    draft.choose('sjg');
    expect(draft.setup.modules).toEqual(['base']);
    expect(draft.setup.options).toEqual({});
  });

  it('opens with the box of its edition, and says nothing of one that is as printed', () => {
    const draft = new Draft(editions, group);
    const missing = { own: [], missing: { 'base.ship.red.s3.c2': 1 } };
    draft.own = { bigbox: missing, sjg: { own: [], missing: {} } };
    expect(draft.setup.box).toEqual(missing);
    draft.choose('sjg');
    expect(draft.setup).not.toHaveProperty('box');
    draft.errors = { box: 'wrong' };
    draft.keepsBox(missing);
    expect(draft.setup.box).toEqual(missing);
    expect(draft.errors).toEqual({});
    draft.choose('pegasus');
    expect(draft.setup).not.toHaveProperty('box');
  });

  it('sends only what differs from the booklet', () => {
    const draft = new Draft(editions);
    const option = draft.box?.options[0];
    if (!option) throw new Error('an edition without options');
    draft.set(option, !option.default);
    expect(draft.setup.options).toEqual({ [option.key]: !option.default });
    draft.set(option, option.default);
    expect(draft.setup.options).toEqual({});
  });

  it('moves, adds and removes seats, and lets another one start when the starter goes', () => {
    const draft = new Draft(editions, group);
    const [ada, ben] = draft.seats;
    if (!ada || !ben) throw new Error('no seats');
    expect(draft.move(ada.id, -1)).toBe(false);
    expect(draft.move(ada.id, 1)).toBe(true);
    expect(draft.group.players).toEqual(['Ben', 'Ada', 'Cleo']);
    draft.remove(ben.id);
    expect(draft.setup.players).toEqual(['Ada', 'Cleo']);
    draft.rename(draft.add().id, ' Dev ');
    expect(draft.setup.players).toEqual(['Ada', 'Cleo', 'Dev']);
  });

  it('opens with seats that have no name, called by their place', () => {
    const draft = new Draft(editions);
    expect(draft.setup.players).toEqual(['Player 1', 'Player 2']);
    const third = draft.add();
    draft.start = third.id;
    draft.rename(draft.seats[0]?.id ?? '', ' Ada ');
    expect(draft.setup.players).toEqual(['Player 3', 'Ada', 'Player 2']);
    expect(draft.group).toMatchObject({ players: ['Ada', '', ''], start: 2 });
    draft.blame({ field: 'players[1]', allowed: 'a name' }, String);
    expect(Object.keys(draft.errors)).toEqual([`seat:${draft.seats[0]?.id}`]);
  });

  it('calls nobody as somebody else is called', () => {
    const draft = new Draft(editions, { ...group, players: ['', 'Ada', ''] });
    draft.rename(draft.seats[1]?.id ?? '', 'player  1');
    expect(draft.setup.players).toEqual(['player  1', 'Player 3', 'Player 2']);
  });

  it('keeps as many seats as the game needs', () => {
    const draft = new Draft(editions, { ...group, edition: 'pegasus', players: ['Ada', 'Ben'], start: 0 });
    draft.remove(draft.seats[0]?.id ?? '');
    expect(draft.setup.players).toEqual(['Ada', 'Ben']);
  });

  it('puts back who was removed, in the same place and with the lantern', () => {
    const draft = new Draft(editions, group);
    const ben = draft.seats[1];
    if (!ben) throw new Error('no seats');
    draft.remove(ben.id);
    expect(draft.setup.players).toEqual(['Ada', 'Cleo']);
    expect(draft.putBack()).toBe(ben);
    expect(draft.group).toEqual(group);
    expect(draft.putBack()).toBeNull();
  });

  it('has nothing to put back after a row without a name', () => {
    const draft = new Draft(editions, group);
    draft.remove(draft.add().id);
    expect(draft.removed).toBeNull();
  });

  it('blames the seat that sits at the place the server names, counted from whoever starts', () => {
    const draft = new Draft(editions, group);
    draft.blame({ field: 'players[1]', allowed: 'a name' }, (field) => field);
    const cleo = draft.seats[2]?.id ?? '';
    expect(draft.errors).toEqual({ [`seat:${cleo}`]: `seat:${cleo}` });
    draft.rename(cleo, 'Cleopatra');
    expect(draft.errors).toEqual({});
  });

  it('puts other trouble beside its option, the seats or the whole', () => {
    const draft = new Draft(editions, group);
    draft.blame({ field: 'options.required_vp' }, String);
    expect(Object.keys(draft.errors)).toEqual(['options.required_vp']);
    draft.blame({ rule: 'player_count' }, String);
    expect(Object.keys(draft.errors)).toEqual(['players']);
    draft.blame({}, String);
    expect(Object.keys(draft.errors)).toEqual(['']);
  });
});
