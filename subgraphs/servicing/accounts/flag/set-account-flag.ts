import { recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { type AccountFlagBody, accountFlagBody } from '../../../../core/contract/account-flag.js';
import { checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { maskedName } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import { lockAgainstErasure } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import type { ActAnswer } from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { newId } from '../../../../core/ids/ids.js';
import { type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import {
  type AccountFlagRow,
  flagById,
  insertFlag,
  lockFlaggedAccount,
  unfinishedFlag,
} from '../../../../loan-model/flags/account-flag.store.js';
import { addToLoan, type LoanOfAct } from '../add-to-loan.js';

export type FlagSetterParts = Pick<ServiceParts, 'db' | 'clock' | 'clientKeys'>;

export interface NewFlagRequest {
  readonly accountId: string;
  readonly idempotencyKey: string | null | undefined;
  readonly body: unknown;
}

/** Sets flags on loans. */
export class FlagSetter {
  constructor(private readonly parts: FlagSetterParts) {}

  /**
   * Audited; the reason is only in the flag's row. When this returns, no charge begins that the flag stops: every
   * decision to charge locks the account, as this does, and reads its flags afterwards.
   *
   * @throws {Problem} `insufficient_scope`, `validation_failed`, also if the loan has a flag of the kind that is not
   *   over; `account_not_found`, `idempotency_conflict`, `idempotency_in_progress`
   */
  async set(
    principal: Principal,
    { accountId, idempotencyKey, body: given }: NewFlagRequest,
  ): Promise<ActAnswer<{ readonly flag: AccountFlagRow }>> {
    requireRole(principal, 'agent');
    const body = checkedOptionalKeyWrite(accountFlagBody, given, idempotencyKey);
    return addToLoan(this.parts, principal, accountId, {
      ...{ operation: 'set_account_flag', idempotencyKey, body },
      insert: (tx, caller, loan) => this.#insert(tx, caller, loan, body),
      read: async (tx, caller, id) => ({ flag: await this.#flag(tx, caller, id) }),
    });
  }

  async #insert(
    tx: Transaction,
    caller: Principal,
    { organizationId, accountId }: LoanOfAct,
    { kind, reason, effective_from: from, effective_until: until }: AccountFlagBody,
  ): Promise<string> {
    const { clock } = this.parts;
    // Serializes with erasures: an erasure either removes this reason, or was finished before it was written.
    await tx.first(caller, lockAgainstErasure, { organizationId });
    await tx.first(caller, lockFlaggedAccount, { id: accountId, organizationId });
    const today = await businessToday(tx, clock, organizationId);
    const effectiveFrom = from ?? today;
    const effectiveUntil = until ?? null;
    if (effectiveUntil !== null && (effectiveUntil < today || effectiveUntil < effectiveFrom)) {
      throw invalid([wrongValue('effective_until', 'it must be today or later, and not before the first day', until)]);
    }
    const other = await tx.first(caller, unfinishedFlag, { organizationId, accountId, kind, today });
    if (other !== undefined) throw invalid([wrongValue('kind', 'the loan has this flag already: lift it first', kind)]);
    const now = clock.now();
    const id = newId(now.epochMilliseconds);
    const period = { effectiveFrom, effectiveUntil };
    await tx.first(caller, insertFlag, {
      ...{ id, organizationId, accountId, kind, reason, ...period },
      setBy: caller.actor,
      setByName: caller.name === undefined ? null : maskedName(caller.name),
      setAt: isoInstant(now),
    });
    const after = { accountId, kind, reason, ...period };
    await recordAudit(tx, clock, caller, { action: 'account_flag.set', subject: id, organizationId, after });
    return id;
  }

  async #flag(tx: Transaction, caller: Principal, id: string): Promise<AccountFlagRow> {
    const row = await tx.first(caller, flagById, { id, today: servicingDate(this.parts.clock.now()) });
    if (row === undefined) throw new Problem('account_not_found');
    return row;
  }
}
