import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* What an operation on a loan would do, before it is performed; and what became of one, by its key. */

const clock = new SimulatedClock('2026-03-02T15:00:00Z');
let instance: TestInstance;
let lender: Lender;
let outsider: Lender;
let ask: Ask;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
  [lender, outsider] = [await instance.lender(), await instance.lender('Elsewhere')];
  ask = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
});
afterAll(() => instance.close());

const POSITION = 'statusCode principalCents interestCents feesCents pastDueCents nextDueOn nextDueCents';
const PREVIEW = `query ($id: ID!, $input: PreviewLedgerOperationInput!) {
  previewLedgerOperation(accountId: $id, input: $input) {
    asOf refusal before { ${POSITION} } after { ${POSITION} }
  }
}`;
const previewed = async (id: string, input: object, by = ask) => (await by(PREVIEW, { id, input })).json;
const codesOf = (json: { errors?: readonly { extensions: { code: string } }[] }) =>
  json.errors?.map(({ extensions }) => extensions.code);

/** A loan of 10,000.00 at 18 percent with fees, a month after its disbursement. */
async function owing(): Promise<string> {
  clock.moveTo('2026-03-02T15:00:00Z');
  const id = await lender.ledgerAccount();
  await performed(id, 'adjustLedgerLoan', 'input: { feesCents: 1500, reason: "late fee" }');
  clock.moveTo('2026-04-01T15:00:00Z');
  ask = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
  return id;
}

async function performed(id: string, mutation: string, body: string, key = randomUUID()): Promise<void> {
  const text = `mutation ($id: ID!, $key: String!) { ${mutation}(accountId: $id, idempotencyKey: $key${body && `, ${body}`}) { operation { id } } }`;
  const { json } = await ask(text, { id, key });
  expect(json.errors).toBeUndefined();
}

const OPERATIONS = [
  ['waiveOnLedgerLoan', 'waiver', { component: 'fees', amountCents: 500 }],
  ['waiveOnLedgerLoan', 'waiver', { component: 'interest', amountCents: 1_234 }],
  ['adjustLedgerLoan', 'adjustment', { principalCents: -200, interestCents: 100, feesCents: -1_500 }],
] as const;
const inputText = (input: object) =>
  `input: { ${Object.entries({ ...input, reason: '"r"' })
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')} }`;

describe('a preview', () => {
  it.each(OPERATIONS)('%s (%s %j): what it shows is what the operation does', async (mutation, type, input) => {
    const id = await owing();
    const { before, after, refusal, asOf } = (await previewed(id, { type, ...input })).data.previewLedgerOperation;
    expect([refusal, asOf]).toEqual([null, '2026-04-01']);
    expect(after).not.toEqual(before);
    await performed(id, mutation, inputText(input));
    const next = (await previewed(id, { type: 'charge_off' })).data.previewLedgerOperation;
    expect(next.before).toEqual(after);
  });

  it('a charge-off and its reversal: the status changes, and the interest of the days between is owed again', async () => {
    const id = await owing();
    const off = (await previewed(id, { type: 'charge_off' })).data.previewLedgerOperation;
    expect(off.after).toMatchObject({ statusCode: 'charged_off', interestCents: 14_794, feesCents: 1_500 });
    await performed(id, 'chargeOffLedgerLoan', 'reason: "r"');
    clock.moveTo('2026-04-10T15:00:00Z');
    ask = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
    const undo = (await previewed(id, { type: 'charge_off_reversal' })).data.previewLedgerOperation;
    expect(undo.before).toEqual({
      ...off.after,
      nextDueOn: undo.before.nextDueOn,
      nextDueCents: undo.before.nextDueCents,
      pastDueCents: undo.before.pastDueCents,
    });
    expect(undo.after.statusCode).toBe('delinquent');
    expect(undo.after.interestCents).toBeGreaterThan(off.after.interestCents);
    await performed(id, 'undoLedgerChargeOff', 'reason: "r"');
    const after = (await previewed(id, { type: 'charge_off' })).data.previewLedgerOperation;
    expect(after.before).toEqual(undo.after);
  });

  it('writes nothing', async () => {
    const id = await owing();
    const rows = async () =>
      (
        await instance.resources.pool.query(
          `select (select count(*) from ledger_entry)::int as entries, (select count(*) from transaction)::int as transactions,
             (select count(*) from audit_log)::int as audited, (select to_jsonb(l) from ledger_loan l where id = $1) as loan`,
          [id],
        )
      ).rows;
    const before = await rows();
    for (const type of ['charge_off', 'charge_off_reversal', 'closing', 'disbursement']) await previewed(id, { type });
    await previewed(id, { type: 'waiver', component: 'fees', amountCents: 1 });
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['more than is owed', { type: 'waiver', component: 'fees', amountCents: 1_501 }, 'amount_exceeds_balance'],
    ['a loan that is not pending', { type: 'disbursement' }, 'account_not_pending'],
    ['a loan that is not charged off', { type: 'charge_off_reversal' }, 'account_not_charged_off'],
    ['a loan that owes', { type: 'closing' }, 'balance_outstanding'],
  ])('%s: the reason of the refusal', async (_, input, refusal) => {
    const { data } = await previewed(await owing(), input);
    expect(data.previewLedgerOperation).toMatchObject({ refusal, after: null });
  });

  it.each([
    ['no amount', { type: 'waiver', component: 'fees' }],
    ['a negative waiver', { type: 'waiver', component: 'fees', amountCents: -1 }],
    ['an adjustment of nothing', { type: 'adjustment', feesCents: 0 }],
  ])('%s is invalid, as it is for the operation', async (_, input) => {
    expect(codesOf(await previewed(await owing(), input))).toEqual(['validation_failed']);
  });

  it('a foreign loan is not found; a loan of another system has no preview', async () => {
    const foreign = graphClient(instance.graphqlUrl, (await outsider.key()).plaintext);
    expect(codesOf(await previewed(await owing(), { type: 'closing' }, foreign))).toEqual(['account_not_found']);
    const sandbox = await lender.sandboxAccount('SBX-POSTS');
    expect(codesOf(await previewed(sandbox, { type: 'closing' }))).toEqual(['not_a_ledger_account']);
  });
});

describe('a write by its key', () => {
  const BY_KEY = `query ($organizationId: ID!, $write: LedgerWrite!, $key: String!) {
    ledgerWriteByKey(organizationId: $organizationId, write: $write, idempotencyKey: $key) { accountId }
  }`;
  const found = async (write: string, key: string, by = ask, organizationId = lender.organizationId) =>
    (await by(BY_KEY, { organizationId, write, key })).json;

  it('the account of an operation that was performed; null for another key, write or refused operation', async () => {
    const id = await owing();
    const key = randomUUID();
    expect((await found('charge_off', key)).data).toEqual({ ledgerWriteByKey: null });
    await performed(id, 'chargeOffLedgerLoan', 'reason: "r"', key);
    expect((await found('charge_off', key)).data).toEqual({ ledgerWriteByKey: { accountId: id } });
    expect((await found('waiver', key)).data).toEqual({ ledgerWriteByKey: null });
    expect((await found('charge_off', randomUUID())).data).toEqual({ ledgerWriteByKey: null });
    const again = randomUUID();
    const refused = await ask(
      'mutation ($id: ID!, $key: String!) { chargeOffLedgerLoan(accountId: $id, idempotencyKey: $key, reason: "r") { operation { id } } }',
      { id, key: again },
    );
    expect(codesOf(refused.json)).toEqual(['servicing_rejected']);
    expect((await found('charge_off', again)).data).toEqual({ ledgerWriteByKey: null });
  });

  it('another lender’s key is out of reach', async () => {
    const id = await owing();
    const key = randomUUID();
    await performed(id, 'chargeOffLedgerLoan', 'reason: "r"', key);
    const foreign = graphClient(instance.graphqlUrl, (await outsider.key()).plaintext);
    expect(codesOf(await found('charge_off', key, foreign))).toEqual(['organization_out_of_scope']);
    expect((await found('charge_off', key, foreign, outsider.organizationId)).data).toEqual({ ledgerWriteByKey: null });
    const narrow = await operatorToken(instance.resources, {
      ...{ subject: 'nora', role: 'admin', organizationIds: [outsider.organizationId] },
    });
    expect(codesOf(await found('charge_off', key, graphClient(instance.graphqlUrl, narrow)))).toEqual([
      'organization_out_of_scope',
    ]);
  });
});
