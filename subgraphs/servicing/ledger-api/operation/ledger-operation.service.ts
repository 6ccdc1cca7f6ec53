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

type Outcome = Promise<OperationOutcome>;

interface Operation {
  readonly type: LedgerOperationType;
  /** Also the input of the fingerprint: the body after validation. */
  readonly body: { readonly reason?: string };
  /** Whether the organization must be active. */
  readonly beginsSomething: boolean;
  act(tx: Transaction, loan: LoanReference): Outcome;
}

type Perform = (principal: Principal, request: OperationRequest) => Promise<OnceAnswer<LedgerOperationRow>>;

/** Under which the keys of an operation are stored. */
export function operationName(type: LedgerOperationType): string {
  return `ledger_${type}`;
}

/**
 * Manual operations of a servicer on a loan of a ledger. Each is one transaction, exactly once per key, and always
 * audited. Operations that create new obligations need an active organization; corrections, like reversals of payments,
 * do not.
 */
export class LedgerOperationService {
  constructor(private readonly parts: LedgerOperationParts) {}

  /** Disburses a pending loan. @throws {Problem} as `#perform`, and `organization_inactive` */
  readonly disburse = this.#operation('disbursement', emptyBody, (on, tx, loan) => on.disburse(tx, loan), {
    beginsSomething: true,
  });

  /** Waives interest or fees. @throws {Problem} as `#perform` */
  readonly waive = this.#operation('waiver', waiverBody, (on, tx, loan, { component, amount_cents, reason }) =>
    on.waive(tx, loan, { component, amountCents: cents(amount_cents), reason }),
  );

  /** Adjusts the balance owed. @throws {Problem} as `#perform` */
  readonly adjust = this.#operation('adjustment', adjustmentBody, (on, tx, loan, { reason, ...change }) => {
    const components = {
      principalCents: cents(change.principal_cents ?? 0),
      interestCents: cents(change.interest_cents ?? 0),
      feesCents: cents(change.fees_cents ?? 0),
    };
    return on.adjust(tx, loan, { components, reason });
  });

  /** Charges off the whole balance. @throws {Problem} as `#perform` */
  readonly chargeOff = this.#operation('charge_off', chargeOffBody, (on, tx, loan, { reason }) =>
    on.chargeOff(tx, loan, reason),
  );

  /** Reverses a charge-off: the loan is as if it had never been charged off. @throws {Problem} as `#perform` */
  readonly undoChargeOff = this.#operation('charge_off_reversal', chargeOffBody, (on, tx, loan, { reason }) =>
    on.undoChargeOff(tx, loan, reason),
  );

  /** Closes a loan permanently; it must be paid in full or never disbursed. @throws {Problem} as `#perform` */
  readonly close = this.#operation('closing', emptyBody, (on, tx, loan) => on.close(tx, loan));

  /** Checks the caller's scope before the body. */
  #operation<B extends Operation['body']>(
    type: LedgerOperationType,
    schema: Parameters<typeof checkedWrite<B>>[0],
    act: (on: LedgerOperations, tx: Transaction, loan: LoanReference, body: B) => Outcome,
    { beginsSomething } = { beginsSomething: false },
  ): Perform {
    return (principal, request) => {
      requireScope(principal, 'ledger:write');
      const body = checkedWrite(schema, request);
      const { operations } = this.parts;
      const actOn: Operation['act'] = (tx, loan) => act(operations, tx, loan, body);
      return this.#perform(principal, request, { type, body, beginsSomething, act: actOn });
    };
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
    const account = await requireLedgerAccount(this.parts.db, principal, accountId);
    const { organizationId } = account;
    const mark = fingerprint([accountId], operation.body);
    return writeOnce(this.parts, principal, {
      request: { organizationId, operation: operationName(operation.type), fingerprint: mark },
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
    const { clock } = this.parts;
    const outcome = await act(tx, account);
    if (outcome.kind === 'refused') throw new Problem('servicing_rejected', { reason: outcome.reason });
    // Locked after the loan, in the same order as payments: one order prevents deadlocks.
    if (beginsSomething) await requireActive(tx, principal, account.organizationId);
    await applyChange(tx, this.parts, outcome.change);
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
