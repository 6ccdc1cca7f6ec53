import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { STRIPE_PROCESSOR_CODE } from '../../connectors/card-processors/stripe/stripe.js';
import { addDays } from '../../core/time/dates.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ChargesInFlight } from '../../subgraphs/payments/autopay/run/charges-in-flight.js';
import { DueSets } from '../../subgraphs/payments/autopay/sets/charge-due-sets.js';
import { AutopayHarness, type RunSeen } from '../support/autopay-harness.js';
import { tokenizeOrder } from '../support/processor-harnesses.js';
import * as faults from '../support/stripe/faults.js';
import { openStripe, type StripeStandIn } from '../support/stripe/stand-in.js';

const CHARGES = 'POST /v1/payment_intents';
const REFUNDS = 'POST /v1/refunds';

let stripe: StripeStandIn;
let harness: AutopayHarness;
beforeAll(async () => {
  stripe = await openStripe();
  const environment = { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_API_BASE: stripe.url };
  harness = await AutopayHarness.open('2026-01-05', { environment });
});
afterAll(() => Promise.all([harness.close(), stripe.close()]));
beforeEach(() => stripe.heals());

/** A due schedule, funded by a card at Stripe. */
async function scheduleOf(
  number: string,
  scenario: 'SBX-POSTS' | 'SBX-REFUSES' | 'ledger' = 'SBX-POSTS',
  payoffCents?: number,
): Promise<string> {
  const made = await processor().tokenize(tokenizeOrder(harness.lender.organizationId, number));
  if (made.kind !== 'tokenized') throw new Error(made.kind);
  const { token: processorToken, customer: processorCustomer } = made;
  const stored = { processor: STRIPE_PROCESSOR_CODE, processorToken, processorCustomer };
  const payment_method_id = await harness.lender.paymentMethod(stored);
  const { lender } = harness;
  const account = scenario === 'ledger' ? lender.ledgerAccount() : lender.sandboxAccount(scenario, payoffCents);
  return harness.schedule(await account, { payment_method_id });
}

/** Another worker, with its own limits. */
function worker(): Pick<AutopayHarness, 'parts' | 'runner'> {
  const parts = { ...harness.parts, charges: new ChargesInFlight({ inFlight: 32, perSecond: undefined }) };
  return { parts, runner: new AutopayRunner(parts) };
}

async function workedOff(schedule: string): Promise<RunSeen & { readonly taken: number; readonly kept: number }> {
  await harness.workOff();
  const [run, ...others] = await harness.runsOf(schedule);
  if (run === undefined || others.length > 0) throw new Error('the schedule has one run');
  const { rows } = await harness.pool.query('select id from autopay_attempt where run_id = $1', [run.id]);
  const intents = rows.flatMap(({ id }) => stripe.state.taken(id));
  const returned = new Set([...stripe.state.refunds.values()].map((refund) => refund.payment_intent));
  return { ...run, taken: intents.length, kept: intents.filter(({ id }) => !returned.has(id)).length };
}

it('a card at Stripe pays: one PaymentIntent under the attempt’s id', async () => {
  const run = await workedOff(await scheduleOf('4242424242424242'));
  expect(run).toMatchObject({ status: 'posted', attempts: ['charged'], taken: 1, kept: 1 });
});

it.each([
  ['on the same day', 0],
  ['days later, when Stripe has deleted its idempotency keys', 2],
])(
  'a database restored to before the charge, %s: the borrower is charged once, and the charge is posted',
  async (_name, days) => {
    const today = harness.today;
    const schedule = await scheduleOf('4242424242424242');
    const before = await workedOff(schedule);
    await harness.forgetRuns(schedule, today);
    await harness.change(schedule, { amount_cents: 9_000 }); // a change lost by the restore
    harness.moveTo(addDays(today, days));
    const sent = stripe.requests.length;
    expect(await workedOff(schedule)).toEqual(before);
    const charges = stripe.requests.slice(sent).filter(({ endpoint }) => endpoint === CHARGES);
    expect(charges).toHaveLength(days === 0 ? 1 : 0);
  },
);

it('too many requests at Stripe: nothing is charged before the time that it says, then each card once', async () => {
  stripe.breaks(CHARGES, faults.rateLimitedFor(30));
  const schedule = await scheduleOf('4242424242424242', 'ledger');
  const limited = worker();
  await new DueSets(limited.parts, limited.runner).work({ organizationId: harness.lender.organizationId });
  const wait = limited.parts.charges.msUntilAllowed(STRIPE_PROCESSOR_CODE);
  expect(wait).toBeGreaterThan(20_000);
  expect(wait).toBeLessThanOrEqual(30_000);
  const sent = stripe.requests.length;
  for (const run of await limited.runner.watchOverdue()) await limited.runner.work(run);
  expect(stripe.requests).toHaveLength(sent);
  expect((await harness.runsOf(schedule)).map(({ status }) => status)).toEqual(['charging']);
  expect(await workedOff(schedule)).toMatchObject({ status: 'posted', attempts: ['charged'], taken: 1, kept: 1 });
});

it.each([
  ['a lost answer', [faults.cutAfterwards, faults.cutAfterwards]],
  ['a server error after the work', [faults.serverFaultAfterwards]],
])('%s: the charge is found, and no second one is made', async (_name, wrong) => {
  const schedule = await scheduleOf('4242424242424242');
  stripe.breaks(CHARGES, ...wrong);
  expect(await workedOff(schedule)).toMatchObject({ status: 'posted', attempts: ['charged'], taken: 1, kept: 1 });
});

it.each([
  ['lost requests', [faults.cut, faults.cut]],
  ['a server error stored by Stripe', [faults.serverFault]],
])('%s: certainly not charged; another attempt charges once', async (_name, wrong) => {
  const schedule = await scheduleOf('4242424242424242');
  stripe.breaks(CHARGES, ...wrong);
  const run = await workedOff(schedule);
  expect(run).toMatchObject({ status: 'posted', attempts: ['not_charged', 'charged'], taken: 1, kept: 1 });
});

it('rate limited, and a bad key: the same attempt continues when the problem is fixed', async () => {
  const schedule = await scheduleOf('4242424242424242');
  stripe.breaks(CHARGES, faults.rateLimited, faults.badKey);
  expect(await workedOff(schedule)).toMatchObject({ status: 'posted', attempts: ['charged'], taken: 1, kept: 1 });
});

it('a card declined on charging is tried again on another day', async () => {
  const run = await workedOff(await scheduleOf('4000000000000341'));
  expect(run).toMatchObject({ status: 'retrying', failure_code: 'generic_decline', attempts: ['declined'], taken: 0 });
});

const exceptionsOf = async (runId: string) => {
  const { rows } = await harness.pool.query(
    'select kind, detail from operator_exception where subject_id = $1 and resolved_at is null',
    [runId],
  );
  return rows;
};
const charges = () => stripe.requests.filter(({ endpoint }) => endpoint === CHARGES).length;

it('less left to pay than Stripe’s minimum: nothing is sent, the run fails at once, and an exception shows what is left', async () => {
  const before = charges();
  const run = await workedOff(await scheduleOf('4242424242424242', 'SBX-POSTS', 30));
  expect(run).toMatchObject({ status: 'failed', failure_code: 'amount_too_small', next_try_on: null, taken: 0 });
  expect(charges()).toBe(before);
  expect(await exceptionsOf(run.id)).toMatchObject([
    { kind: 'autopay_amount_too_small', detail: { amountCents: 30, leastCents: 50, processor: 'stripe' } },
  ]);
});

it('a charge that Stripe refuses as invalid is not tried again, and is reported to the operators', async () => {
  const schedule = await scheduleOf('4242424242424242');
  stripe.breaks(CHARGES, faults.invalidRequest);
  const run = await workedOff(schedule);
  const code = 'parameter_invalid_string_blank';
  expect(run).toMatchObject({
    status: 'failed',
    failure_code: code,
    attempts: ['declined'],
    next_try_on: null,
    taken: 0,
  });
  expect(await exceptionsOf(run.id)).toMatchObject([
    { kind: 'autopay_charge_refused', detail: { code, amountCents: 10_000, dueOn: run.due_on } },
  ]);
});

it('a deleted card fails at once; it is up to the borrower: no exception', async () => {
  const schedule = await scheduleOf('4242424242424242');
  await harness.pool.query(
    "update payment_method set processor_token = 'pm_gone' where id = (select payment_method_id from autopay_schedule where id = $1)",
    [schedule],
  );
  const run = await workedOff(schedule);
  expect(run).toMatchObject({ status: 'failed', failure_code: 'resource_missing' });
  expect(await exceptionsOf(run.id)).toEqual([]);
});

it('a refused posting: the charge is refunded, once, whatever Stripe answers', async () => {
  const schedule = await scheduleOf('4242424242424242', 'SBX-REFUSES');
  stripe.breaks(REFUNDS, faults.serverFaultAfterwards);
  expect(await workedOff(schedule)).toMatchObject({ status: 'refunded', attempts: ['charged'], taken: 1, kept: 0 });
  expect(stripe.state.refunds.size).toBe(1);
});

function processor(): CardProcessor {
  const found = harness.parts.processors.byCode(STRIPE_PROCESSOR_CODE);
  if (found === undefined) throw new Error('Stripe is there');
  return found;
}
