import { recordAudit } from '../../../../core/audit/record.js';
import { checkedWrite } from '../../../../core/contract/checked-write.js';
import {
  adjustmentBody,
  chargeOffBody,
  emptyBody,
  waiverBody,
} from '../../../../core/contract/ledger-request-bodies.js';
import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { fingerprint } from '../../../../core/idempotency/fingerprint.js';
import { type OnceAnswer, type WriteOnceParts, writeOnce } from '../../../../core/idempotency/write-once.js';
import { cents } from '../../../../core/money.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type {
  LedgerOperations,
  OperationOutcome,
} from '../../../../ledger/operations/non-payment-operations-interface.js';
import type { LoanReference } from '../../../../loan-model/port.js';
import type { AccountChange } from '../../../../loan-model/projection/account-change.js';
import { applyChange } from '../../../../loan-model/projection/apply-change.js';
import type { ProjectionContext } from '../../../../loan-model/projection/projection-context.js';
import { requireActive } from '../loan/ledger-loan.reads.store.js';
import { type LedgerAccountRow, requireLedgerAccount, transactionIds } from './account-of-operation.reads.store.js';
import {
  keptOperationOf,
  type LedgerOperationRow,
  type LedgerOperationType,
  writtenOperation,
} from './ledger-operation.row.js';

export interface LedgerOperationParts extends WriteOnceParts, ProjectionContext {
  readonly operations: LedgerOperations;
}

export interface OperationRequest {
  readonly accountId: string;
  readonly idempotencyKey: string;
  /** Checked here for every API. */
  readonly body: unknown;
}

interface Operation {
  readonly type: LedgerOperationType;
  /** Also the input of the fingerprint: the body after validation. */
  readonly body: { readonly reason?: string };
  /** Whether the organization must be active. */
  readonly beginsSomething?: true;
  act(tx: Transaction, loan: LoanReference): Promise<OperationOutcome>;
}

/**
 * Manual operations of a servicer on a loan of a ledger. Each is one transaction, exactly once per key, and always
 * audited. Operations that create new obligations need an active organization; corrections, like reversals of payments,
 * do not.
 */
export class LedgerOperationService {
  readonly #parts: LedgerOperationParts;

  constructor(parts: LedgerOperationParts) {
    this.#parts = parts;
  }

  /** Disburses a pending loan. @throws {Problem} as `#perform`, and `organization_inactive` */
  disburse(principal: Principal, request: OperationRequest): Promise<OnceAnswer<LedgerOperationRow>> {
    const body = checked(principal, emptyBody, request);
    const act = (tx: Transaction, loan: LoanReference) => this.#parts.operations.disburse(tx, loan);
    return this.#perform(principal, request, { type: 'disbursement', body, beginsSomething: true, act });
  }

  /** Waives interest or fees. @throws {Problem} as `#perform` */
  waive(principal: Principal, request: OperationRequest): Promise<OnceAnswer<LedgerOperationRow>> {
    const body = checked(principal, waiverBody, request);
    const waiver = { component: body.component, amountCents: cents(body.amount_cents), reason: body.reason };
    const act = (tx: Transaction, loan: LoanReference) => this.#parts.operations.waive(tx, loan, waiver);
    return this.#perform(principal, request, { type: 'waiver', body, act });
  }

  /** Adjusts the balance owed. @throws {Problem} as `#perform` */
  adjust(principal: Principal, request: OperationRequest): Promise<OnceAnswer<LedgerOperationRow>> {
    const body = checked(principal, adjustmentBody, request);
    const components = {
      principalCents: cents(body.principal_cents ?? 0),
      interestCents: cents(body.interest_cents ?? 0),
      feesCents: cents(body.fees_cents ?? 0),
    };
    const adjustment = { components, reason: body.reason };
    const act = (tx: Transaction, loan: LoanReference) => this.#parts.operations.adjust(tx, loan, adjustment);
    return this.#perform(principal, request, { type: 'adjustment', body, act });
  }

  /** Charges off the whole balance. @throws {Problem} as `#perform` */
  chargeOff(principal: Principal, request: OperationRequest): Promise<OnceAnswer<LedgerOperationRow>> {
    const body = checked(principal, chargeOffBody, request);
    const act = (tx: Transaction, loan: LoanReference) => this.#parts.operations.chargeOff(tx, loan, body.reason);
    return this.#perform(principal, request, { type: 'charge_off', body, act });
  }

  /** Reverses a charge-off: the loan is as if it had never been charged off. @throws {Problem} as `#perform` */
  undoChargeOff(principal: Principal, request: OperationRequest): Promise<OnceAnswer<LedgerOperationRow>> {
    const body = checked(principal, chargeOffBody, request);
    const act = (tx: Transaction, loan: LoanReference) => this.#parts.operations.undoChargeOff(tx, loan, body.reason);
    return this.#perform(principal, request, { type: 'charge_off_reversal', body, act });
  }

  /** Closes a loan permanently; it must be paid in full or never disbursed. @throws {Problem} as `#perform` */
  close(principal: Principal, request: OperationRequest): Promise<OnceAnswer<LedgerOperationRow>> {
    const body = checked(principal, emptyBody, request);
    const act = (tx: Transaction, loan: LoanReference) => this.#parts.operations.close(tx, loan);
    return this.#perform(principal, request, { type: 'closing', body, act });
  }

  /**
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `account_not_found`, `not_a_ledger_account`,
   *   `posting_unavailable`, `servicing_rejected` with the ledger's `reason`, `idempotency_conflict`, `idempotency_in_progress`.
   */
  async #perform(
    principal: Principal,
    { accountId, idempotencyKey }: OperationRequest,
    operation: Operation,
  ): Promise<OnceAnswer<LedgerOperationRow>> {
    const account = await requireLedgerAccount(this.#parts.db, principal, accountId);
    const { organizationId } = account;
    const mark = fingerprint([accountId], operation.body);
    return writeOnce(this.#parts, principal, {
      request: { organizationId, operation: `ledger_${operation.type}`, fingerprint: mark },
      idempotencyKey,
      write: (tx, id) => this.#performIn(tx, principal, account, operation, id),
      kept: keptOperationOf,
    });
  }

  async #performIn(
    tx: Transaction,
    principal: Principal,
    account: LedgerAccountRow,
    { type, body, beginsSomething, act }: Operation,
    id: string,
  ) {
    const { clock } = this.#parts;
    const outcome = await act(tx, account);
    if (outcome.kind === 'refused') throw new Problem('servicing_rejected', { reason: outcome.reason });
    // Locked after the loan, in the same order as payments: one order prevents deadlocks.
    if (beginsSomething) await requireActive(tx, principal, account.organizationId);
    await applyChange(tx, this.#parts, outcome.change);
    const resource = {
      ...(await this.#resultOf(tx, principal, account, outcome.change)),
      id,
      type,
      reason: body.reason ?? null,
      recordedBy: principal.actor,
      recordedAt: isoInstant(clock.now()),
    };
    const { accountId: subject, organizationId } = account;
    const after = { operationId: id, organizationId, ...body, transactionIds: resource.transactionIds };
    await recordAudit(tx, clock, principal, { action: `ledger_loan.${type}`, subject, organizationId, after });
    return { resource, written: writtenOperation(resource) };
  }

  async #resultOf(tx: Transaction, principal: Principal, account: LedgerAccountRow, change: AccountChange) {
    const { transactions, pastDue } = change;
    if (pastDue === undefined) throw new Error('the ledger reports the business day of every change');
    const externalIds = transactions.map(({ externalId }) => externalId);
    return {
      accountId: account.accountId,
      effectiveDate: pastDue.asOf,
      amountCents: transactions[0]?.amountCents ?? cents(0),
      transactionIds: await transactionIds(tx, principal, account, externalIds),
    };
  }
}

/** @throws {Problem} `insufficient_scope` before the body is validated; `validation_failed` */
function checked<B>(principal: Principal, schema: Parameters<typeof checkedWrite<B>>[0], request: OperationRequest): B {
  requireScope(principal, 'ledger:write');
  return checkedWrite(schema, request);
}
