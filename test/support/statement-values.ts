import type { Parameter } from '../../core/db/statement.js';
import { newId } from '../../core/ids.js';
import type { Populated } from './populated.js';

export type Values = Readonly<Record<string, Parameter>>;

const TODAY = '2026-01-15';
const NOW = '2026-01-15T12:00:00.000Z';

/** Parameters that name something of the organization: run with these, a foreign principal must see nothing at all. */
export function identities(of: Populated): Values {
  return {
    organizationId: of.organizationId,
    organizationIds: [of.organizationId],
    accountId: of.accountId,
    partyId: of.personId,
    loanId: of.loanId,
    paymentId: of.postedId,
    subjectId: of.keys.in_progress.subjectId,
    id: of.accountId,
    ids: [of.accountId],
    loan: JSON.stringify(newLoan(of.organizationId)),
    externalReference: of.sandboxReference,
  };
}

/** Parameters that name nobody: bounds, money, dates, text. */
export function ordinaryValues(): Values {
  return {
    after: '',
    before: '8',
    afterId: '8',
    afterOn: 'infinity',
    afterAt: 'infinity',
    least: '-infinity',
    most: 'infinity',
    createdFrom: '-infinity',
    createdBefore: 'infinity',
    limit: 10,
    code: 'sandbox',
    operation: 'record_payment',
    key: 'a key that nobody has used',
    fingerprint: Buffer.alloc(32),
    keptDays: 30,
    answer: '{"kind":"problem","code":"servicing_rejected","fields":{}}',
    kind: 'payment',
    detail: '{}',
    amountCents: 100,
    payoffCents: 100,
    balanceCents: 100,
    statusCode: 'active',
    status: 'active',
    paymentMethod: 'cash',
    checkNumber: null,
    cardBrand: null,
    memo: null,
    reason: null,
    isNsf: false,
    recordedBy: 'intruder',
    reversedBy: 'intruder',
    leaseMs: 1_000,
    quotedAt: NOW,
    postedAt: NOW,
    reversedAt: NOW,
    recordedAt: NOW,
    effectiveDate: TODAY,
    effectiveOn: TODAY,
    referenceNumber: 1,
    reversesReference: null,
    postingExternalId: '1',
    principalCents: 1,
    interestCents: 0,
    accrualRemainder: 0,
    accruedThrough: TODAY,
    feesCents: 0,
    scheduledPaidCents: 0,
    chargedOffOn: null,
    paidOffOn: null,
    dayEndThrough: null,
    asOf: TODAY,
    pastDueCents: 1,
    oldestUnpaidOn: null,
    nextDueOn: null,
    nextDueCents: null,
    tellsMilestones: false,
    entries: JSON.stringify([
      {
        type: 'payment',
        effectiveOn: TODAY,
        externalReference: newId(),
        lines: [
          { ledgerAccount: 'cash', amountCents: 1 },
          { ledgerAccount: 'principal', amountCents: -1 },
        ],
      },
    ]),
    version: null,
    transactions: JSON.stringify([
      { id: newId(), externalId: newId(), type: 'payment', amountCents: 1, effectiveAt: TODAY, status: 'posted' },
    ]),
    events: JSON.stringify([
      { id: newId(), type: 'delinquent', fromStatus: 'active', toStatus: 'delinquent', occurredAt: NOW },
    ]),
  };
}

/** Where a statement means something else by a parameter's name, or needs a row in a certain state. By statement. */
export function overrides(of: Populated): Readonly<Record<string, Values>> {
  const pending = { id: of.pendingId };
  const reversal = { id: of.reversalId };
  const posted = { id: of.postedId };
  return {
    'collected_payment.by_id': posted,
    'collected_payment.by_ids': { ids: [of.postedId] },
    'collected_payment.insert_pending': { id: newId() },
    'collected_payment.insert_posted': { id: newId() },
    'collected_payment.settle_failed': { ...pending, lease: of.pendingLease },
    'collected_payment.settle_posted': pending,
    'collected_payment.settle_unknown': pending,
    'collected_payment.withdraw_pending': pending,
    'idempotency.claim': { subjectId: newId() },
    'idempotency.find': { ...of.keys.finished },
    'idempotency.lock': { ...of.keys.finished },
    'idempotency.reclaim': { ...of.keys.released },
    'idempotency.answer_of_subject': { ...of.keys.finished },
    'idempotency.finish': { ...of.keys.in_progress },
    'idempotency.release': { ...of.keys.in_progress },
    'ledger.journal.find': { externalReference: of.postedId },
    'operator_exception.insert': { id: newId(), kind: 'posted_after_failed' },
    'organization.by_ids': { ids: [of.organizationId] },
    'person.addresses': { ids: [of.personId] },
    'person.by_ids': { ids: [of.personId] },
    'payments.unsettled_cents': { accountId: of.pendingAccountId },
    'reconciliation.payment': pending,
    'reconciliation.reversal': reversal,
    'reversal.insert': { id: newId(), paymentId: of.postedId },
    'reversal.lock_payment': posted,
    'reversal.payment': posted,
    'reversal.settle_not_reversed': { ...reversal, lease: of.reversalLease },
    'reversal.settle_refused': reversal,
    'reversal.settle_reversed': reversal,
    'reversal.settle_unknown': reversal,
    'reversal.withdraw': reversal,
    'projection.take_back': { pairs: JSON.stringify([pairOf(of)]) },
    'sandbox.loan': { id: of.sandboxLoanId },
    'sandbox.post': { loanId: of.sandboxLoanId, externalReference: newId() },
    'workspace.by_ids': { ids: [of.workspaceId] },
  };
}

function pairOf({ transactionExternalIds: [originalExternalId, externalId] }: Populated) {
  return { originalExternalId, externalId };
}

/** What a statement that always answers a row says when it finds nothing. */
export const EMPTY_AGGREGATES: Readonly<Record<string, readonly object[]>> = {
  'payments.unsettled_cents': [{ cents: '0' }],
};

function newLoan(organizationId: string) {
  return {
    id: newId(),
    organizationId,
    originatedOn: TODAY,
    firstDueOn: TODAY,
    originalPrincipalCents: 100,
    annualRateBps: 100,
    termMonths: 12,
    scheduledPaymentCents: 10,
    nsfFeeCents: 0,
  };
}
