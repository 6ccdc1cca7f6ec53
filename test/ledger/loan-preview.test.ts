import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The schedule of a loan before it is booked: the same as after it is booked and disbursed. */

let instance: TestInstance;
let lender: Lender;
let ask: Ask;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock: new SimulatedClock('2026-03-02T15:00:00Z') });
  lender = await instance.lender();
  ask = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
});
afterAll(() => instance.close());

const TERMS = {
  ...{ originatedOn: '2026-03-02', firstDueOn: '2026-04-15', originalPrincipalCents: 1_250_000 },
  ...{ annualRate: '18.5', termMonths: 36 },
};
const INSTALLMENTS = 'installments { number dueOn amountCents unpaidCents }';
const preview = async (terms: object, by = ask) =>
  (
    await by(
      `query ($input: PreviewLedgerLoanInput!) { previewLedgerLoan(input: $input) { levelPaymentCents disbursedOn ${INSTALLMENTS} } }`,
      { input: { organizationId: lender.organizationId, ...TERMS, ...terms } },
    )
  ).json;
const codesOf = (json: { errors?: readonly { extensions: { code: string } }[] }) =>
  json.errors?.map(({ extensions }) => extensions.code);

async function product(dayCount: string): Promise<string> {
  const { json } = await ask(
    `mutation ($key: String!, $code: String!) {
      createLedgerProduct(idempotencyKey: $key, input: { code: $code, name: "A product", dayCount: ${dayCount} }) { product { id } }
    }`,
    { key: randomUUID(), code: `P-${randomUUID().slice(0, 8)}` },
  );
  return json.data.createLedgerProduct.product.id;
}

async function bookedAndDisbursed(terms: object) {
  const input = {
    ...{ ...TERMS, ...terms, loanNumber: `N-${randomUUID()}` },
    borrowers: [{ role: 'primary', displayName: 'Jordan Miller' }],
  };
  const booked = await ask(
    'mutation ($key: String!, $input: BookLedgerLoanInput!) { bookLedgerLoan(idempotencyKey: $key, input: $input) { account { id } } }',
    { key: randomUUID(), input },
  );
  const { id } = booked.json.data.bookLedgerLoan.account;
  await ask(
    'mutation ($id: ID!, $key: String!) { disburseLedgerLoan(accountId: $id, idempotencyKey: $key) { operation { id } } }',
    { id, key: randomUUID() },
  );
  const { json } = await ask(
    `query ($id: ID!) { ledgerSchedule(accountId: $id) { levelPaymentCents asOf ${INSTALLMENTS} } }`,
    { id },
  );
  return json.data.ledgerSchedule;
}

describe('a loan that is not booked yet', () => {
  it.each(['actual_365', 'thirty_360'])('has the schedule of the booked one, with interest by %s', async (dayCount) => {
    const terms = { productId: await product(dayCount) };
    const { levelPaymentCents, disbursedOn, installments } = (await preview(terms)).data.previewLedgerLoan;
    expect(installments).toHaveLength(36);
    expect(await bookedAndDisbursed(terms)).toEqual({ levelPaymentCents, asOf: disbursedOn, installments });
  });

  it('has the same with the built-in terms and an agreed installment', async () => {
    const terms = { scheduledPaymentCents: 50_000 };
    const { levelPaymentCents, disbursedOn, installments } = (await preview(terms)).data.previewLedgerLoan;
    expect(levelPaymentCents).toBe(50_000);
    expect(await bookedAndDisbursed(terms)).toEqual({ levelPaymentCents, asOf: disbursedOn, installments });
  });

  it.each([
    ['a first due date that has passed', { originatedOn: '2026-02-01', firstDueOn: '2026-03-01' }],
    ['no months', { termMonths: 0 }],
    ['a rate that is no number', { annualRate: 'x' }],
    ['an unknown product', { productId: 'nowhere' }],
  ])('%s is invalid, as it is for the booking', async (_, terms) => {
    expect(codesOf(await preview(terms))).toEqual(['validation_failed']);
  });

  it('another lender’s product and organization are out of reach', async () => {
    const outsider = await instance.lender('Elsewhere');
    const foreign = graphClient(instance.graphqlUrl, (await outsider.key()).plaintext);
    expect(codesOf(await preview({}, foreign))).toEqual(['organization_out_of_scope']);
    const productId = await product('actual_365');
    expect(codesOf(await preview({ organizationId: outsider.organizationId, productId }, foreign))).toEqual([
      'validation_failed',
    ]);
  });
});
