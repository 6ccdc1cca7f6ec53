import type { Queries } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { SourceTransaction } from '../../../../loan-model/loan-source-types.js';
import type { NormalizedTransaction } from '../../../../loan-model/projection/account-change.js';

/** A payment that Tributary posted to a loan, with the data it sent to the loan system. */
export interface OwnPosting {
  readonly accountId: string;
  readonly reference: string;
  readonly externalId: string | null;
  readonly paymentMethod: string;
  readonly isNsf: boolean;
  /** Data of its reversal. */
  readonly reason: string | null;
}

/**
 * Reads the payments and reversals that Tributary posted to accounts. Payments belong to another subgraph, so this is
 * injected.
 */
export type OwnPostings = (
  queries: Queries,
  principal: Principal,
  accounts: { readonly organizationId: string; readonly accountIds: readonly string[] },
) => Promise<readonly OwnPosting[]>;

/**
 * Adds to transactions what only Tributary knows about its own postings: the payment method, the reason for a reversal,
 * and whether a bank returned the payment. A posting is identified by our reference, because a system may assign a new
 * identifier when it recalculates a loan.
 */
export function withOwnPostingData(
  transactions: readonly SourceTransaction[],
  own: readonly OwnPosting[],
): readonly NormalizedTransaction[] {
  const byReference = new Map(own.map((posting) => [posting.reference, posting]));
  const byExternalId = new Map(own.map((posting) => [posting.externalId, posting]));
  const references = new Map(transactions.map(({ externalId, reference }) => [externalId, reference]));
  const ownOf = (externalId: string): OwnPosting | undefined =>
    byReference.get(references.get(externalId) ?? '') ?? byExternalId.get(externalId);
  return transactions.map((transaction) => {
    const { type, externalId, originalExternalId } = transaction;
    if (type === 'payment') {
      return { ...transaction, paymentMethod: ownOf(externalId)?.paymentMethod ?? transaction.paymentMethod };
    }
    if ((type !== 'reversal' && type !== 'nsf') || originalExternalId === null) return transaction;
    const taken = ownOf(originalExternalId);
    const reason = taken?.reason ?? transaction.reason;
    return { ...transaction, type: taken?.isNsf ? 'nsf' : type, reason, paymentMethod: null };
  });
}
