import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { Api } from '../support/api.js';
import { answersToIds, type PrefixedSurface, prefixedSurfaces } from '../support/foreign-id-answers.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { pdfPages } from '../support/pdf-text.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** A Friday; Thursday the 26th is Thanksgiving. Loans of the ledger bear 18 %: 493.1506 cents a day on 10,000.00. */
const FRIDAY = '2026-11-20T15:00:00Z';

let instance: TestInstance;
let clock: SimulatedClock;
let lender: Lender;
let doors: readonly PrefixedSurface[];

beforeAll(async () => {
  clock = new SimulatedClock(FRIDAY);
  instance = await openTestInstance({ worker: false, clock });
  lender = await instance.lender('Alder Lending');
  doors = await prefixedSurfaces(instance, lender);
});
afterAll(() => instance.close());

/** The same over both APIs. */
async function asked(path: string): Promise<{ readonly status: number; readonly json: any }> {
  const answers = await Promise.all(doors.map(({ prefix, api }) => api.get(`${prefix}${path}`)));
  const [first] = answers;
  for (const { status, text } of answers) expect([status, text]).toEqual([first?.status, first?.text]);
  return { status: first?.status ?? 0, json: first?.json };
}

describe('GET /accounts/{id}/payoff', () => {
  it('defaults to today’s, as the detailed record shows it', async () => {
    const id = await lender.ledgerAccount();
    const { status, json } = await asked(`/accounts/${id}/payoff`);
    expect(status).toBe(200);
    expect(json).toEqual({
      account_id: id,
      on: '2026-11-20',
      applied_on: '2026-11-20',
      good_through: '2026-11-20',
      amount_cents: 1_000_000,
      principal_cents: 1_000_000,
      interest_cents: 0,
      fees_cents: 0,
      per_diem_cents: 493,
      exact_per_diem: '493.1506',
      unsettled_cents: 0,
      currency: 'USD',
    });
    const record = (await asked(`/accounts/${id}`)).json;
    expect(record.payoff).toEqual({ amount_cents: json.amount_cents, as_of: json.applied_on });
  });

  it.each([
    ['2026-11-21', '2026-11-23', 1_479],
    ['2026-11-22', '2026-11-23', 1_479],
    ['2026-11-23', '2026-11-23', 1_479],
    ['2026-11-26', '2026-11-27', 3_452],
    ['2026-12-20', '2026-12-21', 15_287],
  ])('for %s it is the balance on %s', async (on, appliedOn, interest) => {
    const id = await lender.ledgerAccount();
    expect((await asked(`/accounts/${id}/payoff?on=${on}`)).json).toMatchObject({
      on,
      applied_on: appliedOn,
      good_through: appliedOn,
      amount_cents: 1_000_000 + interest,
      interest_cents: interest,
    });
  });

  it('the quote for Saturday pays the loan off on Saturday, and a cent more is refused', async () => {
    const id = await lender.ledgerAccount();
    const { amount_cents } = (await asked(`/accounts/${id}/payoff?on=2026-11-21`)).json;
    clock.moveTo('2026-11-21T18:00:00Z');
    try {
      const api = await lender.api();
      expect((await api.record(id, { amount_cents: amount_cents + 1 })).json.detail.error_code).toBe(
        'amount_exceeds_payoff',
      );
      expect((await api.record(id, { amount_cents })).status).toBe(201);
      expect((await api.get(`/v1/accounts/${id}`)).json).toMatchObject({ status_code: 'paid_in_full', payoff: null });
    } finally {
      clock.moveTo(FRIDAY);
    }
  });

  it.each(['2026-11-19', '2026-12-21', '2026-02-30', '20261120', 'soon', ''])(
    'on=%s is 422, at query, on',
    async (on) => {
      const id = await lender.ledgerAccount();
      const { status, json } = await asked(`/accounts/${id}/payoff?on=${on}`);
      expect(status).toBe(422);
      expect(json.detail).toHaveLength(1);
      expect(json.detail[0].loc).toEqual(['query', 'on']);
    },
  );

  it('unknown parameters are refused; common ones have no effect', async () => {
    const id = await lender.ledgerAccount();
    expect((await asked(`/accounts/${id}/payoff?day=2026-11-20`)).json.detail[0]).toMatchObject({
      type: 'extra_forbidden',
      loc: ['query', 'day'],
    });
    expect((await asked(`/accounts/${id}/payoff?from=2026-01-01&limit=1`)).json.on).toBe('2026-11-20');
  });

  it('nothing is due on a loan that is paid off, or that takes no payments', async () => {
    const id = await lender.ledgerAccount(5_000);
    await (await lender.api()).record(id, { amount_cents: 5_000 });
    for (const account of [id, await lender.sandboxAccount('SBX-NOT-PAYABLE')]) {
      for (const path of ['payoff', 'payoff-letter']) {
        const { status, json } = await asked(`/accounts/${account}/${path}`);
        expect([status, json]).toEqual([422, refusalOf('account_not_payable')]);
      }
    }
  });

  it('payments without an outcome are shown, and not deducted', async () => {
    const id = await lender.sandboxAccount('SBX-UNCONFIRMED-LOST', 80_000);
    expect((await (await lender.api()).record(id, { amount_cents: 30_000 })).status).toBe(202);
    expect((await asked(`/accounts/${id}/payoff`)).json).toMatchObject({
      amount_cents: 80_000,
      unsettled_cents: 30_000,
    });
  });

  it('is 503 while the loan system does not answer', async () => {
    const id = newId();
    const { pool } = instance.resources;
    await pool.query(
      `insert into loan_system (code, kind, is_active) values ('gone', 'fineract', false) on conflict do nothing`,
    );
    await pool.query(
      `insert into account (id, organization_id, loan_system_code, external_id, primary_borrower_party_id, current_balance_cents, status_code)
       values ($1, $2, 'gone', $1, $3, 100, 'active')`,
      [id, lender.organizationId, lender.personId],
    );
    for (const path of ['payoff', 'payoff-letter']) {
      const { status, json } = await asked(`/accounts/${id}/${path}?on=2026-11-30`);
      expect([status, json]).toEqual([503, refusalOf('service_unavailable')]);
    }
  });

  it('foreign, missing and malformed ids get the same response', async () => {
    const foreign = await (await instance.lender('Birch')).ledgerAccount();
    for (const path of ['/accounts/ID/payoff', '/accounts/ID/payoff-letter?on=2026-11-21'])
      expect(await answersToIds(doors, path, [foreign, newId(), 'nothing'])).toEqual([
        `404 ${JSON.stringify(refusalOf('account_not_found'))}`,
      ]);
  });

  it('needs accounts:read; the letter persons:read too', async () => {
    const id = await lender.ledgerAccount();
    const statuses = async (scopes: readonly string[]) => {
      const api = await lender.api(scopes);
      const answers = [await api.get(`/v1/accounts/${id}/payoff`), await api.get(`/v1/accounts/${id}/payoff-letter`)];
      return answers.map(({ status }) => status);
    };
    expect(await statuses(['accounts:read'])).toEqual([200, 403]);
    expect(await statuses(['accounts:read', 'persons:read'])).toEqual([200, 200]);
    expect(await statuses(['persons:read'])).toEqual([403, 403]);
  });

  it('is the same over GraphQL, where a date may be invalid', async () => {
    const id = await lender.ledgerAccount();
    const ask = graphClient(instance.graphqlUrl, (await lender.api()).token);
    const query = 'query ($id: ID!, $on: Date) { payoffQuote(accountId: $id, on: $on) { amountCents goodThrough } }';
    const { json } = await ask(query, { id, on: '2026-11-21' });
    expect(json.data.payoffQuote).toEqual({ amountCents: 1_001_479, goodThrough: '2026-11-23' });
    const refused = await ask(query, { id, on: '2026-02-30' });
    expect(refused.json.errors[0].extensions).toMatchObject({ code: 'validation_failed', issues: [{ loc: ['on'] }] });
  });
});

describe('GET /accounts/{id}/payoff-letter', () => {
  async function letter(id: string, on: string): Promise<Response> {
    const [{ api }] = doors as [PrefixedSurface];
    return fetch(`${instance.baseUrl}/accounts/${id}/payoff-letter?on=${on}`, {
      headers: { authorization: `Bearer ${(api as Api).token}`, accept: 'application/pdf' },
    });
  }

  it('shows the lender, the borrowers, the payoff amount and its last valid day', async () => {
    const id = await lender.ledgerAccount();
    await lender.coBorrower(id, await lender.person('Zoë Łukasz-Öztürk'));
    await instance.resources.pool.query(
      `insert into person_address (id, organization_id, person_id, kind, is_current, line1, line2, city, state, postal_code, country)
       values ($1, $2, $3, 'billing', true, '12 Alder Street', 'Apt. 4', 'Springfield', 'IL', '62701', 'US')`,
      [newId(), lender.organizationId, lender.personId],
    );
    const answer = await letter(id, '2026-11-21');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="payoff-${id}-2026-11-21.pdf"`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const [page = '', ...others] = await pdfPages(bytes);
    expect(others).toEqual([]);
    const number = (await asked(`/accounts/${id}`)).json.external_contract_number;
    for (const words of [
      'Alder Lending LLC',
      'November 20, 2026',
      'Ada Borrower',
      'Zoë Łukasz-Öztürk',
      '12 Alder Street',
      'Apt. 4',
      'Springfield, IL 62701',
      `Loan number ${number}`,
      'paid off with $10,014.79',
      'Saturday, November 21, 2026',
      'Principal',
      '$10,000.00',
      'Interest to November 23, 2026',
      '$14.79',
      'Payoff amount',
      'through Monday, November 23, 2026',
      '$4.9315 a day',
    ])
      expect(page).toContain(words);
    const again = new Uint8Array(await (await letter(id, '2026-11-21')).arrayBuffer());
    expect(Buffer.compare(again, bytes)).toBe(0);
  });
});
