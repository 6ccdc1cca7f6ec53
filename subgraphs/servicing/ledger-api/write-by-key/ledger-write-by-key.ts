import { answerOfKey } from '../../../../core/idempotency/idempotency.js';
import { storedRefusal } from '../../../../core/idempotency/stored-refusal.js';
import type { WriteOnceParts } from '../../../../core/idempotency/write-once.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import { BOOK_LEDGER_LOAN } from '../loan/book-loan.js';
import { keptBooking } from '../loan/booking-response.js';
import { keptOperationOf } from '../operation/ledger-operation.row.js';
import { operationName } from '../operation/ledger-operation.service.js';
import type { LedgerWrite, LedgerWriteOutcome } from './ledger-write-by-key.type.js';

export interface LedgerWriteRequest {
  readonly organizationId: string;
  readonly write: LedgerWrite;
  readonly idempotencyKey: string;
}

/** Finds the result of a write to the ledger for a client that lost the answer and no longer has the body. */
export class LedgerWriteLookup {
  constructor(private readonly parts: WriteOnceParts) {}

  /**
   * Null while no result is known: most refused writes store nothing, and one that was sent may still arrive.
   *
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`; `second_person_required` for a write that became
   *   an approval request
   */
  async one(
    principal: Principal,
    { organizationId, write, idempotencyKey }: LedgerWriteRequest,
  ): Promise<LedgerWriteOutcome | null> {
    requireScope(principal, 'ledger:read');
    const caller = limitToOrganization(principal, organizationId);
    const operation = write === 'booking' ? BOOK_LEDGER_LOAN : operationName(write);
    const { forms } = this.parts.clientKeys.known(idempotencyKey);
    const answer = await answerOfKey(this.parts.db, caller, { organizationId, operation, forms });
    if (answer?.kind === 'problem') throw storedRefusal(answer);
    if (answer === undefined) return null;
    const { accountId } = write === 'booking' ? keptBooking(answer.resource) : keptOperationOf(answer.resource);
    return { accountId };
  }
}
