import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import { businessClockWithin, businessToday } from '../../../../core/business-time/business-clock.js';
import { type PreviewBody, previewBody } from '../../../../core/contract/autopay.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { requireById } from '../../../../core/db/by-id.js';
import { invalid } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { unsettledCents } from '../../account/payable-account.reads.store.js';
import { accountForSchedule, scheduleState } from './autopay-schedule.store.js';
import { type Cadence, firstRun, latestRunOnOrBefore, runAfter } from './cadence.js';
import { cadenceOf, isPast, wrongDates } from './schedule-rules.js';

export interface PreviewParts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly systems: LoanSystems;
}

export interface PreviewedRun {
  readonly dueOn: IsoDate;
  readonly amountCents: number;
}

export interface RunsPreview {
  /** Whether the loan system reported the payoff amount; if not, amounts are not capped. */
  readonly payoffKnown: boolean;
  readonly runs: readonly PreviewedRun[];
}

/** The parts of a schedule that determine its runs. */
interface Plan extends Cadence {
  readonly accountId: string;
  readonly amountCents: number;
  readonly endDate: IsoDate | null;
  readonly from: IsoDate;
}

/** An existing schedule, or one that does not exist yet. */
export type Previewed = { readonly scheduleId: string } | { readonly body: unknown };

export const MOST_PREVIEWED = 100;

/**
 * The next dates of a schedule and the amounts that would be charged, without creating anything. Amounts are capped
 * at what is left of today's payoff; interest that accrues until then is not included.
 */
export class RunsPreviewer {
  readonly #parts: PreviewParts;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  /**
   * @param asked - what the request names: exactly one schedule.
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `autopay_schedule_not_found`
   */
  async preview(principal: Principal, asked: readonly Previewed[], count: number): Promise<RunsPreview> {
    requireScope(principal, 'autopay:read');
    const [previewed, ...more] = asked;
    if (previewed === undefined || more.length > 0) {
      throw invalid([wrongValue('schedule', 'give either scheduleId or schedule', null)]);
    }
    if (count < 1 || count > MOST_PREVIEWED) {
      throw invalid([wrongValue('count', `count must be between 1 and ${MOST_PREVIEWED}`, count)]);
    }
    const plan =
      'scheduleId' in previewed
        ? await this.#planOf(principal, previewed.scheduleId)
        : await this.#thoughtOf(principal, checkedBody(previewBody, previewed.body));
    if (plan === undefined) return { payoffKnown: true, runs: [] };
    const payoffCents = await this.#payoffOf(principal, plan.accountId);
    return {
      payoffKnown: payoffCents !== undefined,
      runs: runsOf(plan, payoffCents ?? Number.MAX_SAFE_INTEGER, count),
    };
  }

  /**
   * Among the dates that passed while nothing ran, only the latest is still charged. Undefined: the schedule has ended.
   */
  async #planOf(principal: Principal, id: string): Promise<Plan | undefined> {
    const schedule = await requireById(this.#parts.db, principal, scheduleState, id, 'autopay_schedule_not_found');
    const hasEnded = schedule.status === 'cancelled' || schedule.status === 'expired';
    if (hasEnded) return undefined;
    const today = await businessToday(this.#parts.db, this.#parts.clock, schedule.organizationId);
    if (isPast(schedule, today)) return undefined;
    const { nextDueOn } = schedule;
    const due = latestRunOnOrBefore(schedule, today);
    return { ...schedule, from: due !== null && due > nextDueOn ? due : nextDueOn };
  }

  /**
   * Uses the business clock of the organizations in the caller's scope; the account's organization is looked up with
   * its payoff.
   */
  async #thoughtOf(principal: Principal, body: PreviewBody): Promise<Plan> {
    const { db, clock } = this.#parts;
    const own = await businessClockWithin(db, clock, principal.organizationIds);
    const issues = wrongDates(body, servicingDate(own.now()));
    if (issues.length > 0) throw invalid(issues);
    const cadence = cadenceOf(body);
    return {
      ...cadence,
      accountId: body.account_id,
      amountCents: body.amount_cents,
      endDate: body.end_date ?? null,
      from: firstRun(cadence),
    };
  }

  async #payoffOf(principal: Principal, accountId: string): Promise<number | undefined> {
    const account = isId(accountId)
      ? await this.#parts.db.first(principal, accountForSchedule, { id: accountId })
      : undefined;
    if (account === undefined) {
      throw invalid([wrongValue('account_id', 'no such account is in scope', accountId)]);
    }
    const { organizationId, externalId, loanSystemCode } = account;
    const loan = { organizationId, accountId, externalId };
    const reached = await this.#parts.systems.byCode(loanSystemCode).quotePayoff(loan);
    // A loan that is not paid out yet will owe something, but the amount is not known.
    if (reached.kind === 'unavailable' || account.statusCode === 'pending') return undefined;
    if (!reached.value.payable) return 0;
    const asked = { accountId, organizationId, quotedAt: 'infinity' };
    const held = await this.#parts.db.first(principal, unsettledCents, asked);
    return Math.max(0, reached.value.payoffCents - (held?.cents ?? 0));
  }
}

function runsOf(plan: Plan, payoffCents: number, count: number): readonly PreviewedRun[] {
  const runs: PreviewedRun[] = [];
  let left = payoffCents;
  let dueOn = plan.from;
  while (runs.length < count && left > 0 && (plan.endDate === null || dueOn <= plan.endDate)) {
    const amountCents = Math.min(plan.amountCents, left);
    runs.push({ dueOn, amountCents });
    left -= amountCents;
    const next = runAfter(plan, dueOn);
    if (next <= dueOn) break; // past the year 9999, where dates end
    dueOn = next;
  }
  return runs;
}
