import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { type Ask, graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { TieOutActsHarness } from '../support/tie-out-acts-harness.js';

/* An operator posts what is missing in Fineract, and its reference has another posting there by then. */

let harness: TieOutActsHarness;
let operator: Ask;
const lost: Record<string, string> = {};

beforeAll(async () => {
  harness = await TieOutActsHarness.open(2);
  const { resources, graphqlUrl } = harness.instance;
  operator = graphClient(graphqlUrl, await operatorToken(resources, { subject: 'ola', role: 'operator' }));
  for (const name of ['otherAmount', 'reversedThere', 'same', 'overpaid', 'killed']) {
    const reference = await harness.pay('fineract', name === 'overpaid' ? 1 : 0);
    lost[name] = reference;
    loans[reference] = harness.transactionInFineract(reference).loan;
  }
  for (const reference of Object.values(lost)) harness.loseInFineract(reference);
  await harness.bench.compare();
}, 180_000);
afterAll(() => harness?.close());

const loans: Record<string, ReturnType<TieOutActsHarness['transactionInFineract']>['loan']> = {};
const referenceOf = (name: string) => lost[name] ?? expect.fail(`no payment ${name}`);

/** Posts in Fineract under the reference of a payment that was lost there. */
function postThere(reference: string, amount: number) {
  const loan = loans[reference];
  if (loan === undefined) throw new Error('no loan');
  return harness.fineract.book.pay(loan, { amount, externalId: harness.postedAs(reference) });
}

async function post(reference: string): Promise<{ id: string; organizationId: string }> {
  const difference = (await harness.differences()).find((each) => each.reference === reference);
  const { json } = await operator('{ tieOutDifferences(limit: 500) { items { id factsVersion } } }');
  const { factsVersion } = json.data.tieOutDifferences.items.find(({ id }: { id: string }) => id === difference?.id);
  const answer = await operator(
    `mutation ($id: ID!, $factsVersion: String!) { postTieOutDifference(id: $id, factsVersion: $factsVersion, reason: "Agreed.") { id } }`,
    { id: difference?.id, factsVersion },
  );
  expect(answer.json.errors).toBeUndefined();
  const [open] = await harness.pending(difference?.id);
  return open ?? expect.fail('nothing to do');
}

const actOf = async ({ id }: { id: string }) =>
  (await harness.sql.query('select status, failure_code from tie_out_act where id = $1', [id])).rows[0];
const exceptionsAbout = async (subject: string) =>
  (await harness.sql.query('select kind, detail from operator_exception where subject_id = $1', [subject])).rows;

it('another amount under the reference is no success: the act is refused, its difference stays, and an exception shows both', async () => {
  const reference = referenceOf('otherAmount');
  const act = await post(reference);
  postThere(reference, 999);
  await harness.workOff();
  expect(await actOf(act)).toEqual({ status: 'refused', failure_code: 'posting_differs' });
  expect(harness.inFineract(reference)).toEqual([999]);
  expect((await harness.differences()).map((each) => each.reference)).toContain(reference);
  expect(await exceptionsAbout(harness.postedAs(reference))).toEqual([
    { kind: 'posting_differs', detail: expect.objectContaining({ amountCents: 1_000, postedCents: 999 }) },
  ]);
});

it('nor is a posting that was reversed there while the answer of the act was lost', async () => {
  const reference = referenceOf('reversedThere');
  const act = await post(reference);
  harness.fineract.faults.next('repay', 'post_and_hang');
  await harness.worker().work(act);
  expect(await actOf(act)).toMatchObject({ status: 'pending' });
  harness.fineract.book.undo(harness.transactionInFineract(reference), newId());
  await harness.workOff();
  expect(await actOf(act)).toEqual({ status: 'refused', failure_code: 'posting_differs' });
  expect(await exceptionsAbout(harness.postedAs(reference))).toMatchObject([
    { kind: 'posting_differs', detail: { reversedAt: expect.any(String) } },
  ]);
});

it('one exception, and one end of the act, whenever the worker is killed', async () => {
  const reference = referenceOf('killed');
  const act = await post(reference);
  postThere(reference, 1);
  for (let at = 1; at < 20; at += 1) {
    const { worker, isDead } = harness.killableWorker(at);
    await worker.work(act).catch((error: unknown) => {
      if (!isDead()) throw error;
    });
    await harness.leasesEnd();
  }
  expect(await actOf(act)).toEqual({ status: 'refused', failure_code: 'posting_differs' });
  expect(await exceptionsAbout(harness.postedAs(reference))).toHaveLength(1);
});

it('the same posting is the act’s own', async () => {
  const reference = referenceOf('same');
  const act = await post(reference);
  postThere(reference, 1_000);
  await harness.workOff();
  expect([await actOf(act), harness.inFineract(reference)]).toEqual([{ status: 'done', failure_code: null }, [1_000]]);
  expect(await exceptionsAbout(harness.postedAs(reference))).toEqual([]);
});

it('what the loan did not owe any more is an exception', async () => {
  const reference = referenceOf('overpaid');
  const act = await post(reference);
  const loan = loans[reference] ?? expect.fail('no loan');
  harness.fineract.book.pay(loan, { amount: 998_990 });
  postThere(reference, 1_000);
  await harness.workOff();
  expect(await actOf(act)).toMatchObject({ status: 'done' });
  expect(await exceptionsAbout(reference)).toMatchObject([{ kind: 'loan_overpaid', detail: { overpaidCents: 990 } }]);
});
