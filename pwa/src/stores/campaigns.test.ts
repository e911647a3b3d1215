import { describe, expect, it } from 'vitest';

import type { View } from '../engine';
import { stepping } from '../engine/module-view';
import { fixture } from '../fixtures/views';
import { CampaignKeeper, keptCampaigns } from './campaigns';

const table = fixture('adv-four');

function called(name: string, players = table.players): View {
  return { ...table, players: players.map((player, at) => (at === 1 ? { ...player, name } : player)) };
}

describe('a story', () => {
  it('goes on under the names that the group has by now, and is no second one', async () => {
    expect(stepping(table).campaign).toBeDefined();
    const story = new CampaignKeeper();
    await story.see('T', called('Player 2'));
    expect((await keptCampaigns()).map(({ players }) => players[1])).toEqual(['Player 2']);
    await story.see('T', called('Zoe'));
    const [kept, ...others] = await keptCampaigns();
    expect([kept?.players[1], kept?.now, others]).toEqual(['Zoe', 'T', []]);
    // Another evening of others is another story.
    await story.see('U', called('Kim'));
    expect(await keptCampaigns()).toHaveLength(2);
  });
});
