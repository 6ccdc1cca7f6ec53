import { Temporal } from 'temporal-polyfill';
import type { Transaction } from '../../../../core/db/database.js';
import { newId } from '../../../../core/ids/ids.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { runAfter } from '../../../../subgraphs/payments/autopay/schedule/cadence.js';
import { DEMO_KEY } from '../demo-actor.js';
import { insertRows, type Row } from '../insert-rows.js';

const SEED = systemPrincipal('demo-seed');
const EQUAL_CENTS = 12_500;
const TINY_CENTS = 37;
const LEAST_CENTS = 50;
const REFUSED_CENTS = 21_000;
const WAITS_DAYS = 3;

interface Where {
  readonly organizationId: string;
  readonly accountId: string;
  /** The borrower, who has stored a card. */
  readonly partyId: string;
}

/**
 * Runs that moved no money and wait for a person: a possible duplicate that is held, an amount below the processor's
 * minimum, and a charge that the processor refuses as invalid.
 */
export async function seedRunsThatNeedDecision(tx: Transaction, where: Where, now: Temporal.Instant): Promise<void> {
  const seeded = await instrumentOfBorrower(tx, where);
  const failed = runOf(seeded, { daysAgo: 12, amountCents: EQUAL_CENTS, code: 'insufficient_funds' }, now);
  const held = runOf(seeded, { daysAgo: 12, amountCents: EQUAL_CENTS, code: 'possible_duplicate' }, now);
  const tiny = runOf(seeded, { daysAgo: 20, amountCents: TINY_CENTS, code: 'amount_too_small' }, now);
  const refused = runOf(seeded, { daysAgo: 5, amountCents: REFUSED_CENTS, code: 'currency_not_supported' }, now);
  await insertRows(tx, 'autopay_schedule', [
    { ...failed.schedule, status: 'active' },
    { ...held.schedule, status: 'active', possible_duplicate_of: failed.schedule.id },
    tiny.schedule,
    refused.schedule,
  ]);
  const isHeld = { status: 'held', settled_at: null, possible_duplicate_of: failed.run.id };
  const tries = triesOf(failed);
  const isFailed = { ...failed.run, settled_at: tries.at(-1)?.['settled_at'] ?? null };
  await insertRows(tx, 'autopay_run', [isFailed, { ...held.run, ...isHeld }, tiny.run, refused.run]);
  await insertRows(tx, 'autopay_attempt', [
    ...tries,
    { ...tiny.attempt, status: 'not_charged' },
    { ...refused.attempt, status: 'not_charged' },
  ]);
  const duplicate = { dueOn: held.run.due_on, amountCents: EQUAL_CENTS, possibleDuplicateOf: failed.run.id };
  await insertRows(tx, 'operator_exception', [
    exceptionOf('autopay_run_held', held, { ...duplicate, otherStatus: 'failed' }),
    exceptionOf('autopay_amount_too_small', tiny, { ...refusal(tiny), leastCents: LEAST_CENTS }),
    {
      ...exceptionOf('autopay_charge_refused', refused, refusal(refused)),
      ...{ waits_until: servicingDate(now.add({ hours: 24 * WAITS_DAYS })), waits_by: 'demo-operator' },
      wait_reason: 'The processor is checking the settings of the account.',
    },
  ]);
}

interface Seeded extends Where {
  readonly methodId: string;
}

async function instrumentOfBorrower(tx: Transaction, where: Where): Promise<Seeded> {
  const { organizationId, partyId } = where;
  const found = await tx.models(SEED).paymentMethod.findFirst({
    select: { id: true },
    where: { organizationId, partyId, isDefault: true },
  });
  if (found === null) throw new Error('the borrower of the sandbox accounts has no card');
  return { ...where, methodId: found.id };
}

interface Outcome {
  readonly daysAgo: number;
  readonly amountCents: number;
  readonly code: string;
}

/** A schedule that has ended after its first run, that run, and its attempt. */
function runOf(
  { organizationId, accountId, methodId }: Seeded,
  { daysAgo, amountCents, code }: Outcome,
  now: Temporal.Instant,
) {
  const at = now.subtract({ hours: 24 * daysAgo });
  const dueOn = servicingDate(at);
  const cadence = { frequencyUnit: 'month', frequencyInterval: 1, startDate: dueOn, anchorDay: null } as const;
  const scoped = { organization_id: organizationId };
  const ids = { schedule: newId(), run: newId(), attempt: newId() };
  const schedule = {
    ...{ id: ids.schedule, ...scoped, account_id: accountId, payment_method_id: methodId, amount_cents: amountCents },
    ...{ frequency_unit: 'month', frequency_interval: 1, start_date: dueOn, anchor_day: null, end_date: null },
    ...{ next_run_date: runAfter(cadence, dueOn), status: 'cancelled', created_by: DEMO_KEY },
    created_at: isoInstant(at.subtract({ hours: 72 })),
  };
  const settled = { created_at: isoInstant(at), settled_at: isoInstant(at.add({ seconds: 8 })) };
  const failed = { failure_code: code, amount_cents: amountCents, ...settled };
  const run = {
    ...{ id: ids.run, ...scoped, schedule_id: ids.schedule, account_id: accountId, due_on: dueOn },
    ...{ status: 'failed', ...failed },
  };
  const attempt = { id: ids.attempt, ...scoped, run_id: ids.run, number: 1, payment_method_id: methodId, ...failed };
  return { at, schedule, run, attempt };
}

type Seed = ReturnType<typeof runOf>;

/** The days after its due date on which a declined charge is tried. */
const TRY_DAYS = [0, 1, 3, 7] as const;

function triesOf({ at, attempt }: Seed): readonly Row[] {
  return TRY_DAYS.map((days, index) => {
    const tried = isoInstant(at.add({ hours: 24 * days }));
    const id = index === 0 ? attempt.id : newId();
    return { ...attempt, id, number: index + 1, status: 'declined', created_at: tried, settled_at: tried };
  });
}

/** The facts of a charge that the processor refused. */
function refusal({ run, attempt }: Seed): Row {
  const { account_id: accountId, amount_cents: amountCents, due_on: dueOn, failure_code: code } = run;
  return { accountId, attemptId: attempt.id, processor: 'sandbox', code, amountCents, dueOn };
}

function exceptionOf(kind: string, { at, run }: Seed, detail: Row): Row {
  return {
    ...{ id: newId(at.epochMilliseconds), organization_id: run.organization_id, kind, subject_id: run.id, detail },
    created_at: isoInstant(at),
  };
}
