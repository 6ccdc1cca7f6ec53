import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { PaymentPreviewer } from '../../subgraphs/payments/collected/recording/preview-payment.js';
import { type Ask, graphClient, RECORD } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { ScriptedLoanSystem } from '../support/scripted-loan-system.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* What a payment would do, before it is recorded: the same as when it is. */

let instance: TestInstance;
let lender: Lender;
let outsider: Lender;
let viewer: Ask;
let clerk: Ask;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [lender, outsider] = [await instance.lender(), await instance.lender('Elsewhere')];
  viewer = graphClient(
    instance.graphqlUrl,
    await operatorToken(instance.resources, { subject: 'vera', role: 'viewer' }),
  );
  clerk = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
});
afterAll(() => instance.close());

const PREVIEW = `query ($id: ID!, $input: PreviewPaymentInput!) {
  previewPayment(accountId: $id, input: $input) {
    payableCents refusal remainingCents isPossibleDuplicate
    split { feesCents interestCents principalCents }
    similarPayment { id amountCents checkNumber }
  }
}`;
const asked = (id: string, input: object, ask = viewer) =>
  ask(PREVIEW, { id, input: { paymentMethod: 'cash', ...input } });
const previewed = async (id: string, input: object) => (await asked(id, input)).json.data.previewPayment;
const codeOf = ({ json }: Awaited<ReturnType<Ask>>) => json.errors?.[0]?.extensions?.code;

async function record(accountId: string, input: object): Promise<string> {
  const { json } = await clerk(RECORD, { accountId, key: randomUUID(), input: { paymentMethod: 'cash', ...input } });
  expect(json.errors).toBeUndefined();
  return json.data.recordPayment.payment.id;
}

async function payoffOf(id: string): Promise<number> {
  const { json } = await viewer('query ($id: ID!) { account(id: $id) { payoff { amountCents } } }', { id });
  return json.data.account.payoff.amountCents;
}

/** A loan with interest since some months, and a fee. */
async function owing(): Promise<string> {
  const id = await lender.ledgerAccount();
  await instance.resources.pool.query(
    `update ledger_loan set fees_cents = 1500, interest_cents = 2345, annual_rate_bps = 1200
      where id = (select external_id from account where id = $1)`,
    [id],
  );
  return id;
}

async function allocationOf(accountId: string, amountCents: number) {
  const { rows } = await instance.resources.pool.query(
    `select fees_cents as "feesCents", interest_cents as "interestCents", principal_cents as "principalCents"
       from transaction where account_id = $1 and amount_cents = $2`,
    [accountId, amountCents],
  );
  return rows;
}

const WRITTEN = ['collected_payment', 'ledger_entry', 'transaction', 'idempotency_record', 'event', 'audit_log'];
const rowsOf = async () =>
  Promise.all(
    WRITTEN.map(
      async (table) => (await instance.resources.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n,
    ),
  );

describe('previewPayment › on the ledger', () => {
  it.each([
    ['part of the fees', 700],
    ['fees and part of the interest', 2_503],
    ['fees, interest and principal', 12_345],
  ])('%s: the split and the rest are those of the payment that is recorded next', async (_what, amountCents) => {
    const id = await owing();
    const before = await rowsOf();
    const preview = await previewed(id, { amountCents });
    expect(await rowsOf()).toEqual(before);
    expect(preview).toMatchObject({ refusal: null, payableCents: await payoffOf(id) });
    await record(id, { amountCents });
    expect(await allocationOf(id, amountCents)).toEqual([preview.split]);
    expect(await payoffOf(id)).toBe(preview.remainingCents);
    const { feesCents, interestCents, principalCents } = preview.split;
    expect(feesCents + interestCents + principalCents).toBe(amountCents);
  });

  it('the payoff leaves nothing; a cent more is refused with what can be paid', async () => {
    const id = await owing();
    const payoff = await payoffOf(id);
    expect(await previewed(id, { amountCents: payoff })).toMatchObject({ refusal: null, remainingCents: 0 });
    expect(await previewed(id, { amountCents: payoff + 1 })).toMatchObject({
      ...{ refusal: 'amount_exceeds_payoff', payableCents: payoff, split: null, remainingCents: null },
    });
    await record(id, { amountCents: payoff });
    expect(await previewed(id, { amountCents: 1 })).toMatchObject({ refusal: 'account_not_payable', payableCents: 0 });
  });
});

describe('previewPayment › on another loan system', () => {
  it('says what is left, and leaves the split to the system', async () => {
    const id = await lender.sandboxAccount('SBX-POSTS');
    const payoff = await payoffOf(id);
    const preview = await previewed(id, { amountCents: 1_000 });
    expect(preview).toMatchObject({ payableCents: payoff, split: null, refusal: null, remainingCents: payoff - 1_000 });
  });

  it('says that nothing is known while the system cannot be reached; a payment without an outcome is not payable twice', async () => {
    const unreachable = Object.assign(new ScriptedLoanSystem(), { code: 'sandbox' });
    unreachable.script = { quotePayoff: async () => ({ kind: 'unavailable' }) };
    const { db, clock } = instance.resources;
    const previewer = new PaymentPreviewer({ db, clock, systems: new LoanSystems([unreachable]) });
    const everywhere = { ...systemPrincipal('test'), scopes: SCOPES };
    const body = { amount_cents: 1_000, payment_method: 'cash', check_number: null };
    expect(await previewer.preview(everywhere, await lender.sandboxAccount('SBX-POSTS'), body)).toMatchObject({
      payableCents: null,
      refusal: null,
      split: null,
      remainingCents: null,
    });
    const id = await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS');
    const before = await previewed(id, { amountCents: 1_000 });
    await record(id, { amountCents: 1_000 });
    const after = await previewed(id, { amountCents: 1_000 });
    expect(after.payableCents).toBeLessThan(before.payableCents);
  });
});

describe('previewPayment › a similar payment', () => {
  it('is the one that recording would mark; a check number counts with another amount too', async () => {
    const id = await lender.ledgerAccount();
    const check = { paymentMethod: 'check', checkNumber: 881 };
    const none = { isPossibleDuplicate: false, similarPayment: null };
    expect(await previewed(id, { ...check, amountCents: 1_000 })).toMatchObject(none);
    const first = await record(id, { ...check, amountCents: 1_000 });
    const same = { isPossibleDuplicate: true, similarPayment: { id: first } };
    expect(await previewed(id, { ...check, amountCents: 1_000 })).toMatchObject(same);
    const otherAmount = {
      isPossibleDuplicate: false,
      similarPayment: { id: first, amountCents: 1_000, checkNumber: 881 },
    };
    expect(await previewed(id, { ...check, amountCents: 1_100 })).toMatchObject(otherAmount);
    expect(await previewed(id, { ...check, checkNumber: 882, amountCents: 1_000 })).toMatchObject(none);
    expect(await previewed(id, { amountCents: 1_000 })).toMatchObject(none);
    const cash = await record(id, { amountCents: 1_000 });
    expect(await previewed(id, { amountCents: 1_000 })).toMatchObject({ similarPayment: { id: cash } });
    const second = await record(id, { ...check, amountCents: 1_000 });
    const { rows } = await instance.resources.pool.query(
      'select possible_duplicate_of as of from collected_payment where id = $1',
      [second],
    );
    expect(rows).toEqual([{ of: first }]);
  });

  it('was not reversed, and is not one of another loan', async () => {
    const [id, other] = [await lender.ledgerAccount(), await lender.ledgerAccount()];
    const first = await record(id, { amountCents: 2_000 });
    expect((await previewed(other, { amountCents: 2_000 })).similarPayment).toBeNull();
    await (await lender.api()).reverse(first, {});
    expect((await previewed(id, { amountCents: 2_000 })).similarPayment).toBeNull();
  });
});

describe('previewPayment › refused', () => {
  it('an account of another lender, an unknown one, an amount of 0, a missing scope', async () => {
    const theirs = graphClient(instance.graphqlUrl, (await outsider.key()).plaintext);
    const id = await lender.ledgerAccount();
    expect(codeOf(await asked(id, { amountCents: 1 }, theirs))).toBe('account_not_found');
    expect(codeOf(await asked('nowhere', { amountCents: 1 }))).toBe('account_not_found');
    expect(codeOf(await asked(id, { amountCents: 0 }))).toBe('validation_failed');
    const narrow = graphClient(instance.graphqlUrl, (await lender.key(['accounts:read'])).plaintext);
    expect(codeOf(await asked(id, { amountCents: 1 }, narrow))).toBe('insufficient_scope');
  });
});
