import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignEventsHarness, sentEvent } from '../support/campaign-events-harness.js';
import { operatorToken } from '../support/operators.js';

/* The recipients behind the counts of a campaign. */

let harness: CampaignEventsHarness;
let other: CampaignEventsHarness;
let name: string;
let id: string;

beforeAll(async () => {
  harness = await CampaignEventsHarness.open();
  other = await CampaignEventsHarness.at(harness.instance, 'Birch Credit');
  name = randomUUID();
  id = await harness.register('generic', name);
  const of = (recipient: string, fields: object = {}) => sentEvent({ campaign: name, recipient, ...fields });
  await harness.deliver([
    of('ada@example.com', { at: new Date('2026-03-01T10:00:00Z') }),
    of('ADA@example.com', { at: new Date('2026-03-02T10:00:00Z') }),
    of('bea@example.com'),
    of('cy@example.com'),
    of('bea@example.com', { isMachine: true }),
    of('ada@example.com', { type: 'click' }),
    of('dan@example.com', { type: 'bounce', bounceType: 'soft' }),
    of('dan@example.com', { type: 'bounce', bounceType: 'hard' }),
    of('eve@example.com', { type: 'bounce', bounceType: 'soft' }),
  ]);
});
afterAll(() => harness.close());

const LIST = `query ($id: ID!, $type: CampaignEventType!, $isMachine: Boolean, $limit: Int, $cursor: String) {
  campaignRecipients(campaignId: $id, eventType: $type, isMachine: $isMachine, limit: $limit, cursor: $cursor) {
    items { id maskedRecipient events firstAt lastAt isHardBounce } page { nextCursor hasMore } } }`;

describe('campaignRecipients', () => {
  it('lists the recipients that campaignStats counts, each once, with a masked address', async () => {
    const answer = (await harness.ask(LIST, { id, type: 'open' })).json.data.campaignRecipients;
    expect(answer.items.map(({ maskedRecipient, events }: any) => [maskedRecipient, events])).toEqual([
      ['a•••@example.com', 2],
      ['b•••@example.com', 1],
      ['c•••@example.com', 1],
    ]);
    expect(answer.items[0]).toMatchObject({
      firstAt: '2026-03-01T10:00:00.000Z',
      lastAt: '2026-03-02T10:00:00.000Z',
      isHardBounce: null,
    });
    const stats = `{ campaignStats(campaignId: "${id}") { counts { eventType events uniqueRecipients machineEvents machineUniqueRecipients } } }`;
    for (const count of (await harness.ask(stats)).json.data.campaignStats.counts) {
      const type = count.eventType;
      for (const [isMachine, recipients, events] of [
        [false, count.uniqueRecipients, count.events],
        [true, count.machineUniqueRecipients, count.machineEvents],
      ]) {
        const { items } = (await harness.ask(LIST, { id, type, isMachine })).json.data.campaignRecipients;
        expect([type, isMachine, items.length]).toEqual([type, isMachine, recipients]);
        const sum = items.reduce((total: number, item: { events: number }) => total + item.events, 0);
        expect([type, isMachine, sum]).toEqual([type, isMachine, events]);
      }
    }
  });

  it('says of each bounced recipient whether a bounce was hard', async () => {
    const { items } = (await harness.ask(LIST, { id, type: 'bounce' })).json.data.campaignRecipients;
    expect(items.map(({ isHardBounce }: any) => isHardBounce)).toEqual([true, false]);
  });

  it('continues by a cursor that does not show the address', async () => {
    const first = (await harness.ask(LIST, { id, type: 'open', limit: 2 })).json.data.campaignRecipients;
    expect(first.page.hasMore).toBe(true);
    expect(Buffer.from(first.page.nextCursor, 'base64url').toString()).not.toContain('bea');
    const variables = { id, type: 'open', limit: 2, cursor: first.page.nextCursor };
    const rest = (await harness.ask(LIST, variables)).json.data.campaignRecipients;
    expect(rest.items.map(({ maskedRecipient }: any) => maskedRecipient)).toEqual(['c•••@example.com']);
  });

  it('a viewer reads it, because addresses are masked; another lender gets campaign_not_found', async () => {
    const viewer = await operatorToken(harness.instance.resources, { subject: 'vic', role: 'viewer' });
    const viewed = await harness.ask(LIST, { id, type: 'open' }, viewer);
    expect(viewed.json.data.campaignRecipients.items).toHaveLength(3);
    expect(viewed.text).not.toContain('ada@');
    const foreign = await other.ask(LIST, { id, type: 'open' });
    expect(foreign.json.errors[0].extensions.code).toBe('campaign_not_found');
  });
});
