import { Temporal } from 'temporal-polyfill';
import { newId } from '../../../../core/ids/ids.js';
import { type Cents, cents } from '../../../../core/money.js';
import { addDays, type IsoDate, isoDate } from '../../../../core/time/dates.js';
import { SERVICING_ZONE, servicingDate } from '../../../../core/time/servicing-day.js';
import { dueDate } from '../../../../ledger/rules/schedule.js';
import { type Cadence, runAfter, runsBetween } from '../../../../subgraphs/payments/autopay/schedule/cadence.js';
import type { Step } from '../loan-steps.js';
import type { DemoLoanHistory } from '../simulate-loan-histories.js';
import { instrumentOf } from './instruments.js';
import type { AutopayPlan } from './plans.js';

/** A schedule with its dates, before its runs are simulated. */
export interface StagedSchedule {
  readonly id: string;
  readonly plan: AutopayPlan;
  readonly history: DemoLoanHistory;
  readonly cadence: Cadence;
  readonly amountCents: Cents;
  readonly endDate: IsoDate | null;
  readonly nextRunDate: IsoDate;
  readonly status: 'active' | 'paused' | 'cancelled' | 'expired';
  readonly runs: readonly StagedRun[];
}

export interface StagedRun {
  readonly id: string;
  readonly dueOn: IsoDate;
  readonly at: Temporal.Instant;
  /** `declined`: every charge of the instrument is declined. */
  readonly kind: 'posts' | 'missed' | 'declined';
}

/**
 * Assigns the planned schedules to suitable loans and inserts their runs into the loans' histories: a posted run is a
 * payment in the ledger with the run's id, and the installments that a schedule pays are not also paid by hand.
 */
export function stageAutopay(
  loans: readonly DemoLoanHistory[],
  plans: readonly AutopayPlan[],
  now: Temporal.Instant,
): { readonly loans: readonly DemoLoanHistory[]; readonly schedules: readonly StagedSchedule[] } {
  const taken = new Set<string>();
  const schedules = plans.flatMap((plan) => {
    const suiting = loansFor(plan, loans, now).filter(({ loan }) => plan.isShared || !taken.has(loan.externalId));
    const history = suiting[plan.place % suiting.length];
    // The number of suitable loans in the wider portfolio depends on the season.
    if (history === undefined && !plan.isShared) return [];
    if (history === undefined) throw new Error(`the demo portfolio has no ${plan.story} loan for autopay`);
    taken.add(history.loan.externalId);
    return [stage(plan, history, now)];
  });
  const staged = loans.map((history) => {
    const own = schedules.filter((schedule) => schedule.history.loan.externalId === history.loan.externalId);
    return { ...history, steps: own.reduce((steps, schedule) => withRuns(steps, schedule, now), history.steps) };
  });
  return { loans: staged, schedules };
}

/** Loans that have run for some months and have some months left, the oldest first. */
function loansFor(
  plan: AutopayPlan,
  loans: readonly DemoLoanHistory[],
  now: Temporal.Instant,
): readonly DemoLoanHistory[] {
  return loans
    .filter(({ planned }) => planned.organization === plan.organization && planned.story === plan.story)
    .filter(({ terms }) => {
      const months = monthsSince(terms.originatedOn, now);
      return months >= 4 && months + 4 <= terms.termMonths;
    })
    .sort((one, other) => (one.terms.originatedOn < other.terms.originatedOn ? -1 : 1));
}

function stage(plan: AutopayPlan, history: DemoLoanHistory, now: Temporal.Instant): StagedSchedule {
  const today = servicingDate(now);
  const cadence = cadenceOf(plan, history, now);
  const endedOn = ending(plan, history, today);
  const paysOff = plan.story === 'paid_off';
  const dates = runsBetween(cadence, cadence.startDate, endedOn === null ? today : addDays(endedOn, paysOff ? -1 : 0));
  const missed = plan.missedBeforeLast === undefined ? -1 : dates.length - 1 - plan.missedBeforeLast;
  const usual = plan.instrument === 'declining' ? 'declined' : 'posts';
  return {
    id: newId(),
    plan,
    history,
    cadence,
    amountCents: amountOf(plan, history),
    endDate: plan.ended?.by === 'end_date' ? endedOn : plan.endsInDays ? addDays(today, plan.endsInDays) : null,
    nextRunDate: runAfter(cadence, plan.ended?.by === 'paused' ? today : (endedOn ?? today)),
    status: statusOf(plan),
    runs: dates.map((dueOn, index) => ({
      id: newId(),
      dueOn,
      at: runTime(dueOn, now),
      kind: index === missed ? 'missed' : usual,
    })),
  };
}

function statusOf({ ended, story }: AutopayPlan): StagedSchedule['status'] {
  if (story === 'paid_off' || ended?.by === 'end_date') return 'expired';
  return ended?.by ?? 'active';
}

/** When the schedule stopped; null while it runs. */
function ending({ ended, story }: AutopayPlan, { steps }: DemoLoanHistory, today: IsoDate): IsoDate | null {
  if (story !== 'paid_off') return ended === undefined ? null : addDays(today, -ended.daysAgo);
  const payoff = steps.find((step) => step.kind === 'pay' && step.amount === 'payoff');
  if (payoff === undefined) throw new Error('a loan that was paid off has a payoff');
  return servicingDate(payoff.at);
}

function amountOf({ pays }: AutopayPlan, { terms }: DemoLoanHistory): Cents {
  return cents('extraCents' in pays ? pays.extraCents : Math.ceil(terms.scheduledPaymentCents / pays.installmentOver));
}

function cadenceOf(plan: AutopayPlan, history: DemoLoanHistory, now: Temporal.Instant): Cadence {
  const frequency = { frequencyUnit: plan.unit, frequencyInterval: plan.interval };
  if ('extraCents' in plan.pays) {
    const earliest = addDays(history.terms.originatedOn, 35);
    const wanted = beganOn(plan, now);
    return { ...frequency, startDate: wanted < earliest ? earliest : wanted, anchorDay: null };
  }
  const firstDueOn = firstInstallment(plan, history, now);
  if (plan.onLastOfMonth) {
    return { ...frequency, startDate: addDays(firstDueOn, -Number(firstDueOn.slice(8))), anchorDay: 31 };
  }
  // Parts of an installment are paid before its due date.
  const ahead = { 1: 0, 2: 27, 4: 28 }[plan.pays.installmentOver];
  return { ...frequency, startDate: addDays(firstDueOn, -ahead), anchorDay: null };
}

/** The due date of the first installment that the schedule pays. */
function firstInstallment(plan: AutopayPlan, { terms }: DemoLoanHistory, now: Temporal.Instant): IsoDate {
  const wanted = beganOn(plan, now);
  let number = 2;
  while (dueDate(terms, number) < wanted) number += 1;
  return dueDate(terms, number);
}

function beganOn({ began }: AutopayPlan, now: Temporal.Instant): IsoDate {
  const today = servicingDate(now);
  if ('daysAgo' in began) return addDays(today, -began.daysAgo);
  return isoDate(Temporal.PlainDate.from(today).subtract({ months: began.monthsAgo }));
}

/** The loan's steps with the schedule's runs instead of the payments that they replace. */
function withRuns(steps: readonly Step[], schedule: StagedSchedule, now: Temporal.Instant): readonly Step[] {
  const { plan, amountCents, runs } = schedule;
  const replaces = 'installmentOver' in plan.pays;
  const paidByHand = (step: Step) => !replaces || !isPaidBySchedule(step, schedule, now);
  const method = instrumentOf(plan.instrument).type;
  const made = runs.flatMap((run): Step[] => {
    if (run.kind === 'posts') return [{ kind: 'pay', at: run.at, amount: amountCents, method, runId: run.id }];
    const byCheck = run.at.add({ hours: 53 });
    return run.kind === 'missed' ? [{ kind: 'pay', at: byCheck, amount: amountCents, method: 'check' }] : [];
  });
  return [...steps.filter(paidByHand), ...made]
    .filter((step) => Temporal.Instant.compare(step.at, now) < 0)
    .sort((one, other) => Temporal.Instant.compare(one.at, other.at));
}

/** Borrowers pay up to three days before an installment falls due (stories.ts). */
function isPaidBySchedule(step: Step, { plan, history }: StagedSchedule, now: Temporal.Instant): boolean {
  if (step.kind !== 'pay' || step.amount !== 'scheduled') return false;
  const paidOn = servicingDate(step.at);
  const until = ending(plan, history, servicingDate(now));
  const from = addDays(firstInstallment(plan, history, now), -3);
  return paidOn >= from && (until === null || paidOn < addDays(until, -3));
}

/** Early in the morning; not after now. */
function runTime(dueOn: IsoDate, now: Temporal.Instant): Temporal.Instant {
  const early = Temporal.PlainDate.from(dueOn)
    .toZonedDateTime({ timeZone: SERVICING_ZONE, plainTime: Temporal.PlainTime.from('06:05:00') })
    .toInstant();
  const justNow = now.subtract({ seconds: 60 });
  return Temporal.Instant.compare(early, justNow) < 0 ? early : justNow;
}

function monthsSince(date: IsoDate, now: Temporal.Instant): number {
  return Temporal.PlainDate.from(date).until(servicingDate(now), { largestUnit: 'months' }).months;
}
