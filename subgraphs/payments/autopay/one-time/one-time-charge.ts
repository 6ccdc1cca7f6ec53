import { z } from 'zod';
import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { type OneTimeChargeBody, oneTimeChargeBody } from '../../../../core/contract/autopay.js';
import { checkedWrite } from '../../../../core/contract/checked-write.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import type { Decision } from '../../../../core/idempotency/decision.js';
import { fingerprint } from '../../../../core/idempotency/fingerprint.js';
import { claim, finish, type KeyedRequest, readKey } from '../../../../core/idempotency/idempotency.js';
import { storedResource } from '../../../../core/idempotency/stored-resource.js';
import { idOf, isId } from '../../../../core/ids/ids.js';
import { type Cents, cents } from '../../../../core/money.js';
import { type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { addDays, type IsoDate } from '../../../../core/time/dates.js';
import { requireAccount } from '../../account/payable-account.reads.store.js';
import { isRecovering } from '../../collected/posting/clear-to-post-while-recovering.js';
import { type AutopayRunRow, runById } from '../run/autopay-run.reads.store.js';
import { chargeableAmountFor, type QuotedAccount, quoteFor } from '../run/chargeable-amount.js';
import { findEqualRun } from '../run/hold-duplicate-run.js';
import { otherOpenRun } from '../run/retry-now.store.js';
import { insertAttempt, insertRun } from '../run/run-and-attempt-transitions.store.js';
import { attemptId, runId } from '../run/run-ids.js';
import { enqueueRun } from '../run/run-under-schedule-lock.js';
import { holdFunding } from '../schedule/lock-funding-method.js';
import { activeBorrower, insertOneTimePlan } from './one-time-charge.store.js';

export interface OneTimeChargeParts extends Pick<ServiceParts, 'db' | 'clock' | 'clientKeys'> {
  readonly systems: LoanSystems;
  /** Codes of the processors that can be charged in this process. */
  readonly processors: readonly string[];
}

/** Under which the keys of charges are stored. */
export const ONE_TIME_CHARGE = 'one_time_charge';
/** What is stored of a charge under its key: a repetition reads the run as it is then. */
const kept = z.object({ runId: z.string() });

/** A request for a charge. */
export interface OneTimeChargeRequest {
  readonly idempotencyKey: string;
  readonly body: unknown;
  /** The operator who recorded the authorization; the caller, if it is omitted. */
  readonly recordedBy?: string;
  /** The only day on which it may be made; omitted: today. */
  readonly onlyOn?: string;
}

/** A charge as it was asked for. */
interface Asked extends Pick<OneTimeChargeRequest, 'recordedBy' | 'onlyOn'> {
  readonly organizationId: string;
  readonly accountId: string;
  readonly body: OneTimeChargeBody;
}

/**
 * Charges a stored payment method once, with a borrower's authorization.
 *
 * A one-time charge is an autopay run whose schedule has this one date. The run has the states, lookups, exceptions,
 * corrections and events of every run, and the same worker processes it. These things differ:
 *
 * - Its schedule is its plan, with the authorization. It is expired from the beginning, so that no date follows it, no
 *   list shows it and no charge-off pauses it. A loan that is paid off before the charge is sent ends the run.
 * - It is tried on its day only, and never again after a decline or an unreachable processor: a person sees the result
 *   and may make another charge.
 * - A person decides about an equal charge of the same day before it is made, so it is never held.
 * - Its amount is at most the payoff of the day, under the same lock and reservation as every run.
 * - It is refused beside another charge of the loan that is open or unknown, and while the lender recovers from a restore.
 * - Its ids are derived from the caller's key and the day: a request that is repeated after a restore of the database is
 *   known to the processor. The key is claimed in the transaction that creates the run.
 */
export class OneTimeCharger {
  constructor(private readonly parts: OneTimeChargeParts) {}

  /**
   * Creates the run and queues it for a worker, once per key.
   *
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `account_not_found`, `account_not_payable`,
   *   `organization_inactive`, `one_time_charge_refused`, `posting_unavailable`, `idempotency_conflict`
   */
  async charge(principal: Principal, accountId: string, request: OneTimeChargeRequest): Promise<AutopayRunRow> {
    requireRole(principal, 'supervisor');
    const { recordedBy, onlyOn, ...sent } = request;
    const body = checkedWrite(oneTimeChargeBody, sent);
    const by = { ...(recordedBy !== undefined && { recordedBy }), ...(onlyOn !== undefined && { onlyOn }) };
    const { db, systems, clientKeys } = this.parts;
    const { organizationId } = await requireAccount(db, principal, accountId);
    const keyed: KeyedRequest = {
      ...{ organizationId, operation: ONE_TIME_CHARGE, ...clientKeys.known(request.idempotencyKey) },
      fingerprint: fingerprint([principal.kind, principal.actor, accountId], body),
    };
    const before = await readKey(db, principal, keyed);
    if (before !== undefined && before.kind !== 'proceed') return repeated(db, principal, before);
    const quoted = await quoteFor(db, systems, { accountId, organizationId });
    return db.transaction((tx) =>
      this.#chargeIn(tx, principal, { organizationId, accountId, body, ...by }, keyed, quoted),
    );
  }

  async #chargeIn(
    tx: Transaction,
    principal: Principal,
    asked: Asked,
    keyed: KeyedRequest,
    quoted: QuotedAccount,
  ): Promise<AutopayRunRow> {
    const { organizationId, accountId, body } = asked;
    const today = await businessToday(tx, this.parts.clock, organizationId);
    const freshId = idOf(Date.parse(today), [ONE_TIME_CHARGE, organizationId, keyed.key]);
    const decision = await claim(tx, principal, keyed, freshId);
    if (decision.kind !== 'proceed') return repeated(tx, principal, decision);
    if (asked.onlyOn !== undefined && asked.onlyOn !== today) throw refused('authorized_for_another_day');
    const amountCents = await this.#amount(tx, quoted, body.amount_cents, today);
    // The lender is held by now: a recovery begins before this, and is seen, or after this charge is stored.
    if (await isRecovering(tx, { organizationId, accountId })) throw refused('lender_recovering');
    await this.#check(tx, principal, asked, today);
    const id = runId(decision.subjectId, today);
    const plan = {
      ...{ id: decision.subjectId, organizationId, accountId, amountCents },
      paymentMethodId: body.payment_method_id,
    };
    const open = await tx.first(principal, otherOpenRun, { id, organizationId, accountId });
    if (open !== undefined) throw refused('charge_open');
    const equal = await findEqualRun(tx, plan, today, { attemptedOn: today });
    if (equal !== undefined && body.allows_equal !== true) throw refused('equal_charge_today');
    const recordedBy = asked.recordedBy ?? principal.actor;
    const run = await this.#create(tx, principal, { id, plan, today, body, recordedBy });
    const written = { status: 200, body: '' };
    const subject = { organizationId, operation: ONE_TIME_CHARGE, subjectId: decision.subjectId };
    await finish(tx, principal, subject, { kind: 'resource', resource: { runId: id }, written });
    return run;
  }

  /** Locks the loan and the account, so that of two charges that are made at once the second finds the first. */
  async #amount(tx: Transaction, quoted: QuotedAccount, wantedCents: number, today: IsoDate): Promise<Cents> {
    const room = await chargeableAmountFor(tx, this.parts.systems, quoted, wantedCents, today);
    switch (room.kind) {
      case 'room':
        return cents(room.amountCents);
      case 'unavailable':
        throw new Problem('posting_unavailable');
      case 'inactive':
        throw new Problem('organization_inactive');
      case 'paid_off':
        throw refused('loan_paid_off');
      case 'none':
        throw room.failureCode === 'account_not_payable'
          ? new Problem('account_not_payable')
          : refused(room.failureCode);
    }
  }

  async #check(
    tx: Transaction,
    principal: Principal,
    { organizationId, accountId, body }: Asked,
    today: IsoDate,
  ): Promise<void> {
    const { processors } = this.parts;
    const { payment_method_id: paymentMethodId, authorizer_id: personId, authorized_on: authorizedOn } = body;
    const borrower = isId(personId)
      ? await tx.first(principal, activeBorrower, { organizationId, accountId, personId })
      : undefined;
    const issues = [
      ...(await holdFunding(tx, principal, { paymentMethodId, accountId, organizationId, processors, today })),
      ...(borrower === undefined
        ? [wrongValue('authorizer_id', 'a borrower on the account must have authorized the charge', personId)]
        : []),
      ...(authorizedOn > today
        ? [wrongValue('authorized_on', `authorized_on must be ${today} or earlier`, authorizedOn)]
        : []),
    ];
    if (issues.length > 0) throw invalid(issues);
  }

  async #create(
    tx: Transaction,
    principal: Principal,
    {
      id,
      plan,
      today,
      body,
      recordedBy,
    }: { id: string; plan: Plan; today: IsoDate; body: OneTimeChargeBody; recordedBy: string },
  ): Promise<AutopayRunRow> {
    const { organizationId, amountCents, paymentMethodId } = plan;
    const { authorizer_id: authorizedBy, authorized_on: authorizedOn, authorization_method: how } = body;
    await tx.first(principal, insertOneTimePlan, {
      ...{ ...plan, startDate: today, nextRunDate: addDays(today, 1), createdBy: recordedBy },
      ...{ authorizedBy, authorizedOn, authorizationMethod: how },
    });
    const began = { status: 'charging', failureCode: null, nextTryOn: today, possibleDuplicateOf: null } as const;
    const ofPlan = { organizationId, scheduleId: plan.id, dueOn: today, amountCents };
    await tx.first(principal, insertRun, { id, ...ofPlan, ...began });
    const attempt = { id: attemptId(id, 1), organizationId, runId: id, number: 1, paymentMethodId, amountCents };
    await tx.first(principal, insertAttempt, attempt);
    const after = {
      ...{ accountId: plan.accountId, amountCents, paymentMethodId, dueOn: today },
      ...{ authorizedBy, authorizedOn, authorizationMethod: how, allowsEqual: body.allows_equal ?? false },
    };
    const act = { action: 'autopay_run.charge_once', subject: id, organizationId, after };
    await recordAudit(tx, this.parts.clock, principal, act);
    await enqueueRun(tx, { id, organizationId }, 0);
    return createdRun(tx, principal, id);
  }
}

interface Plan {
  readonly id: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly amountCents: Cents;
  readonly paymentMethodId: string;
}

function refused(reason: string): Problem {
  return new Problem('one_time_charge_refused', { reason });
}

/** @throws {Problem} `idempotency_conflict`, `idempotency_in_progress` */
function repeated(queries: Queries, principal: Principal, decision: Exclude<Decision, { kind: 'proceed' }>) {
  return createdRun(queries, principal, kept.parse(storedResource(decision).resource).runId);
}

async function createdRun(queries: Queries, principal: Principal, id: string): Promise<AutopayRunRow> {
  const run = await queries.first(principal, runById, { id });
  if (run === undefined) throw new Error(`the one-time charge ${id} disappeared`);
  return run;
}
