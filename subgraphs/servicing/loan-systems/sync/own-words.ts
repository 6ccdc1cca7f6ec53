import type { Queries } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { NormalizedTransaction } from '../../../../loan-model/projection/account-change.js';
import type { SourceTransaction } from '../../../../loan-model/source.js';

/** What was posted to a loan from here, as it was told to its system. */
interface OwnPosting {
  readonly reference: string;
  readonly externalId: string | null;
  readonly paymentMethod: string;
  readonly isNsf: boolean;
  /** Of its reversal. */
  readonly reason: string | null;
}

/** Reads what was posted to an account from here, and taken back: payments are not this subgraph's, so it is handed in. */
export type OwnPostings = (
  queries: Queries,
  principal: Principal,
  account: { readonly organizationId: string; readonly accountId: string },
) => Promise<readonly OwnPosting[]>;

/**
 * Transactions with what only we know of our own postings: how a payment came, why it was taken back, and whether a bank
 * returned it. A posting is known by our reference, for a system may give it a new identifier when it computes a loan anew.
 */
export function ownWords(
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
