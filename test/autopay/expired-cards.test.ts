import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AutopayHarness } from '../support/autopay-harness.js';
import { bothSurfaces, problemsOf, type Surface } from '../support/both-surfaces.js';
import { graphClient } from '../support/graph.js';

/* A card is good through the last day of its expiry month, in New York. */

let harness: AutopayHarness;
let doors: readonly [Surface, Surface];
let account: string;
let card: string;
let lasting: string;

beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
  account = await harness.lender.ledgerAccount();
  card = await harness.lender.paymentMethod({ expirationMonth: 1, expirationYear: 2026 });
  lasting = await harness.lender.paymentMethod({ expirationMonth: 2, expirationYear: 2026 });
});
afterAll(() => harness.close());

/** Moves the clock; tokens expire, so new ones are requested. */
async function liveOnAt(instant: string): Promise<void> {
  harness.clock.moveTo(instant);
  doors = await bothSurfaces(harness.instance, harness.lender);
}

const LAST_SECOND = '2026-02-01T04:59:59Z';
const FIRST_SECOND = '2026-02-01T05:00:00Z';
const REFUSED = ['body.payment_method_id value_error'];

const eligible = async (door: Surface): Promise<readonly string[]> =>
  (await door.call('GET', `/accounts/${account}/payment-methods`)).json.items.map(({ id }: { id: string }) => id);
const create = (door: Surface, payment_method_id: string) =>
  door.call('POST', '/autopay', {
    account_id: account,
    payment_method_id,
    amount_cents: 5_000,
    frequency_unit: 'month',
    frequency_interval: 1,
    start_date: '2026-03-05',
  });

describe('in the last second of the month, New York', () => {
  it('the card is listed, and a schedule may be created with it or changed to it', async () => {
    await liveOnAt(LAST_SECOND);
    for (const door of doors) {
      expect(await eligible(door)).toEqual([lasting, card]);
      const made = await create(door, lasting);
      expect(made.status).toBe(201);
      const changed = await door.call('PATCH', `/autopay/${made.json.id}`, { payment_method_id: card });
      expect([changed.status, changed.json.payment_method_id]).toEqual([200, card]);
    }
  });
});

describe('a second later', () => {
  it('it is not listed, not over GraphQL either, and no schedule is created with it or changed to it', async () => {
    await liveOnAt(FIRST_SECOND);
    const ask = graphClient(harness.instance.graphqlUrl, (await harness.lender.key()).plaintext);
    const ofAccount = await ask('query ($id: ID!) { account(id: $id) { paymentMethods { id } } }', { id: account });
    expect(ofAccount.json.data.account.paymentMethods).toEqual([{ id: lasting }]);
    for (const door of doors) {
      expect(await eligible(door)).toEqual([lasting]);
      const refused = await create(door, card);
      expect([refused.status, problemsOf(refused)]).toEqual([422, REFUSED]);
      const made = await create(door, lasting);
      const changed = await door.call('PATCH', `/autopay/${made.json.id}`, { payment_method_id: card });
      expect([changed.status, problemsOf(changed)]).toEqual([422, REFUSED]);
    }
  });

  it('a schedule that has it may be paused, resumed, changed and cancelled, even if the request names the method again', async () => {
    for (const door of doors) {
      const schedule = await harness.schedule(account, { payment_method_id: card, next_run_date: '2026-03-05' });
      for (const body of [
        { status: 'paused', payment_method_id: card },
        { status: 'active' },
        { amount_cents: 4_000 },
      ]) {
        const answer = await door.call('PATCH', `/autopay/${schedule}`, body);
        expect([answer.status, answer.json]).toMatchObject([200, body]);
      }
      expect((await door.call('DELETE', `/autopay/${schedule}`)).status).toBe(204);
    }
  });

  it('a schedule created before continues: the issuer decides', async () => {
    harness.moveTo('2026-03-05');
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: card });
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual(['2026-03-05 posted 10000']);
  });

  it('a bank account, which has no expiry month, stays eligible', async () => {
    const bank = await harness.lender.paymentMethod({
      instrumentType: 'bank_account',
      cardBrand: null,
      expirationMonth: null,
      expirationYear: null,
    });
    expect(await eligible(doors[0])).toEqual([bank]);
    expect((await doors[0].call('GET', '/payment-methods')).json.items).toHaveLength(3);
  });
});
