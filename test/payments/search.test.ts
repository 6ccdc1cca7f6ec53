import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { Api } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { populateAutopay } from '../support/populated-autopay.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* What a person reads from a receipt, a check or a statement finds the payment, the charge or the card. */

let instance: TestInstance;
let alder: Lender;
let birch: Lender;
let viewer: Ask;
let api: Api;
let account: string;
let check: { readonly payment_id: string; readonly reference_number: number };
let reversed: typeof check;
let reversalNumber: number;
let theirs: string;

interface Hit {
  readonly kind: string;
  readonly matchedBy: string;
  readonly id: string;
  readonly accountId?: string;
}

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [alder, birch] = [await instance.lender(), await instance.lender('Birch Credit')];
  viewer = graphClient(
    instance.graphqlUrl,
    await operatorToken(instance.resources, { subject: 'ola', role: 'viewer' }),
  );
  api = await alder.api();
  account = await alder.ledgerAccount();
  const paid = { payment_method: 'check', check_number: 700_123, amount_cents: 123_450, external_reference: 'till 7' };
  check = (await api.record(account, paid)).json;
  reversed = (await api.record(account, { amount_cents: 2_000 })).json;
  reversalNumber = (await api.reverse(reversed.payment_id)).json.reversal.reference_number;
  const other = await (await birch.api()).record(await birch.ledgerAccount(), paid);
  theirs = other.json.payment_id;
});
afterAll(() => instance.close());

async function found(text: string, by: Ask = viewer, organizationId = alder.organizationId): Promise<readonly Hit[]> {
  const { json } = await by(
    'query ($text: String!, $organizationId: ID) { searchPayments(text: $text, organizationId: $organizationId) { kind matchedBy id account { id } } }',
    { text, organizationId },
  );
  return json.data.searchPayments.map(({ account: of, ...hit }: Hit & { account: { id: string } | null }) => ({
    ...hit,
    ...(of && { accountId: of.id }),
  }));
}

const theCheck = (matchedBy: string) => ({ kind: 'payment', matchedBy, id: check.payment_id, accountId: account });

describe('a payment is found', () => {
  it('by its id, also in lower case', async () => {
    expect(await found(` ${check.payment_id.toLowerCase()} `)).toEqual([theCheck('id')]);
  });

  it('by the collector’s reference, as a whole', async () => {
    expect(await found('till 7')).toEqual([theCheck('reference')]);
    expect(await found('till')).toEqual([]);
  });

  it('by its reference number, and by that of its reversal', async () => {
    expect(await found(String(check.reference_number))).toEqual([theCheck('reference_number')]);
    expect(await found(`#${reversalNumber}`)).toEqual([
      { kind: 'payment', matchedBy: 'reference_number', id: reversed.payment_id, accountId: account },
    ]);
  });

  it('by its check number', async () => {
    expect(await found('700123')).toEqual([theCheck('check_number')]);
  });

  it.each(['$1,234.50', '1234.50'])('by its amount, written %s', async (amount) => {
    expect(await found(amount)).toEqual([theCheck('amount')]);
  });

  it('by what a loan system outside calls it', async () => {
    const id = (await api.record(account, { amount_cents: 3_000 })).json.payment_id;
    await instance.resources.pool.query(
      `update collected_payment set posting_reference = 'PR-1', posting_external_id = 'FX-88', reference_number = 987654321
        where id = $1`,
      [id],
    );
    for (const [text, matchedBy] of [
      ['FX-88', 'loan_system_reference'],
      ['PR-1', 'loan_system_reference'],
      ['987654321', 'reference_number'],
    ] as const)
      expect(await found(text)).toEqual([{ kind: 'payment', matchedBy, id, accountId: account }]);
  });

  it('once, by the most certain match', async () => {
    const id = (await api.record(account, { amount_cents: 55_500, external_reference: '555.00' })).json.payment_id;
    expect(await found('555.00')).toEqual([{ kind: 'payment', matchedBy: 'reference', id, accountId: account }]);
  });
});

describe('autopay is found', () => {
  it('a run, its attempt, its charge and its dispute', async () => {
    const own = await instance.lender('Cedar Loans');
    const of = await populateAutopay(instance.resources.pool, own, await own.ledgerAccount());
    await instance.resources.pool.query("update autopay_attempt set charge_external_id = 'pi_77' where id = $1", [
      of.attemptId,
    ]);
    const seek = async (text: string) =>
      (await found(text, viewer, own.organizationId)).map(({ kind, matchedBy, id }) => [kind, matchedBy, id]);
    expect(await seek(of.chargingId)).toEqual([['autopay_run', 'id', of.chargingId]]);
    expect(await seek(of.attemptId)).toEqual([['autopay_run', 'id', of.chargingId]]);
    expect(await seek('pi_77')).toEqual([['autopay_run', 'processor_reference', of.chargingId]]);
    expect(await seek('dp_1')).toEqual([['dispute', 'processor_reference', of.disputeId]]);
    expect(await seek(of.scheduleId)).toEqual([['autopay_schedule', 'id', of.scheduleId]]);
  });
});

describe('a card is found by its last four digits', () => {
  let methodId: string;
  let loan: string;
  beforeAll(async () => {
    const partyId = await alder.person('Zoë O’Hara');
    loan = await alder.ledgerAccount();
    await alder.coBorrower(loan, partyId);
    methodId = await alder.paymentMethod({ partyId, lastFour: '9911' });
    await alder.paymentMethod({ partyId: await alder.person('Zara Stone'), lastFour: '9911' });
  });
  const theCard = () => ({ kind: 'payment_method', matchedBy: 'last_four', id: methodId, accountId: loan });

  it.each(['9911 ohara', 'zoe 9911', 'Zoë O’Hara *9911', 'hara ZOE xx9911'])(
    'and its owner’s name: %s',
    async (text) => {
      expect(await found(text)).toEqual([theCard()]);
    },
  );

  it('and the number of a loan', async () => {
    const { json } = await viewer(`{ account(id: "${loan}") { externalContractNumber } }`);
    expect(await found(`9911 ${json.data.account.externalContractNumber}`)).toEqual([theCard()]);
  });

  it('and the amount of a schedule that charges it', async () => {
    await instance.resources.pool.query(
      `insert into autopay_schedule (id, organization_id, account_id, payment_method_id, amount_cents, frequency_unit,
         frequency_interval, start_date, next_run_date, created_by)
       values ($1, $2, $3, $4, 15075, 'month', 1, '2025-01-10', '2026-01-10', 'test')`,
      [newId(), alder.organizationId, loan, methodId],
    );
    expect(await found('9911 $150.75')).toEqual([theCard()]);
  });

  it('but not alone, and by a name only for those who may read persons', async () => {
    expect(await found('9911')).toEqual([]);
    const clerk = graphClient(
      instance.graphqlUrl,
      (await alder.key(['external_payments:read', 'payment_methods:read', 'accounts:read'])).plaintext,
    );
    expect(await found('9911 ohara', clerk)).toEqual([]);
    const { json } = await viewer(`{ account(id: "${loan}") { externalContractNumber } }`);
    expect(await found(`9911 ${json.data.account.externalContractNumber}`, clerk)).toEqual([theCard()]);
  });
});

describe('what a caller may not read is not found', () => {
  it('another lender’s payment', async () => {
    const clerk = graphClient(instance.graphqlUrl, (await alder.key()).plaintext);
    for (const text of [theirs, 'till 7', '700123', '1234.50'])
      expect((await found(text, clerk)).map(({ id }) => id)).not.toContain(theirs);
    expect((await found('till 7', viewer, birch.organizationId)).map(({ id }) => id)).toEqual([theirs]);
  });

  it('a schedule, without the scope for autopay', async () => {
    const own = await instance.lender('Dogwood Credit');
    const { scheduleId } = await populateAutopay(instance.resources.pool, own, await own.ledgerAccount());
    const { plaintext } = await own.key(['external_payments:read']);
    expect(await found(scheduleId, graphClient(instance.graphqlUrl, plaintext), own.organizationId)).toEqual([]);
  });

  it('anything, without the scope for payments or with a text that is too long', async () => {
    const { plaintext } = await alder.key(['accounts:read']);
    const ask = async (by: Ask, text: string) => {
      const { json } = await by(`{ searchPayments(text: ${JSON.stringify(text)}) { id } }`);
      return json.errors[0].extensions.code;
    };
    expect(await ask(graphClient(instance.graphqlUrl, plaintext), '7')).toBe('insufficient_scope');
    expect(await ask(viewer, 'x'.repeat(101))).toBe('validation_failed');
    expect(await ask(viewer, '')).toBe('validation_failed');
  });
});
