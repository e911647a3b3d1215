import { describe, expect, it } from 'vitest';

import type { Edition } from '../../engine';
import library from '../../fixtures/library.json';
import { Draft } from './draft.svelte';

const editions = library.editions.editions as unknown as Edition[];
const group = { edition: 'bigbox', modules: ['gambler'], options: { expedition_required: true }, players: ['Ada', 'Ben', 'Cleo'], start: 1 };

describe('a new table', () => {
  it('remembers the last group, its box, its modules and who started', () => {
    const draft = new Draft(editions, group);
    expect(draft.setup).toEqual({
      edition: 'bigbox', modules: ['base', 'gambler'], options: { expedition_required: true }, players: ['Ben', 'Cleo', 'Ada'],
    });
    expect(draft.group).toEqual(group);
  });

  it('drops what another box does not offer', () => {
    const draft = new Draft(editions, group);
    draft.choose('sjg');
    expect(draft.setup.modules).toEqual(['base']);
    expect(draft.setup.options).toEqual({});
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
