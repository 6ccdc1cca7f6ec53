import type { Parameter } from '../../core/db/statement.js';
import { newId } from '../../core/ids.js';
import { REPORTS } from '../../subgraphs/reporting/reports/reports.js';
import type { Populated } from './populated.js';
import { PLACEHOLDER } from './populated-messaging.js';

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
    accountIds: [of.accountId],
    partyIds: [of.personId],
    scheduleId: of.autopay.scheduleId,
    scheduleIds: [of.autopay.scheduleId],
    runId: of.autopay.chargingId,
    runIds: [of.autopay.chargingId],
    workspaceId: of.messaging.workspaceId,
    templateId: of.messaging.templateId,
    campaignId: of.messaging.campaignId,
    address: of.messaging.address,
  };
}

/** Parameters that name nobody: bounds, money, dates, text. */
export function ordinaryValues(): Values {
  return {
    after: '',
    dueOn: '2025-12-10',
    processors: ['sandbox'],
    setsNickname: true,
    nickname: 'of an intruder',
    holderName: 'An Intruder',
    frequencyUnit: 'month',
    frequencyInterval: 1,
    startDate: TODAY,
    anchorDay: null,
    endDate: null,
    createdBy: 'intruder',
    nextRunDate: TODAY,
    nextTryOn: null,
    failureCode: null,
    today: TODAY,
    withinMs: 60_000,
    number: 2,
    chargeExternalId: null,
    createdAt: NOW,
    refundedAt: NOW,
    token: 'pm_card_visa',
    name: 'of an intruder',
    description: 'of an intruder',
    placeholder: 'intruding',
    exceptId: '',
    content: 'of an intruder',
    isActive: true,
    subjectTemplate: 'of an intruder',
    htmlTemplate: null,
    textTemplate: null,
    setsDescription: true,
    setsHtmlTemplate: true,
    setsTextTemplate: true,
    before: '8',
    afterId: '8',
    afterComponent: '',
    afterAddress: '',
    eventType: null,
    offset: 0,
    identifiers: ['a free one'],
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
  const { autopay } = of;
  const run = { id: autopay.chargingId };
  const schedule = { id: autopay.scheduleId };
  return {
    'autopay_attempt.insert': { id: newId(), paymentMethodId: autopay.paymentMethodId },
    'autopay_attempt.settle': { id: autopay.attemptId, status: 'declined' },
    'autopay_attempt.status': { id: autopay.attemptId },
    'autopay_run.by_id': run,
    'autopay_run.insert': { id: newId(), status: 'missed' },
    'autopay_run.lease': { ...run, status: 'charging' },
    'autopay_run.mark_posted': run,
    'autopay_run.mark_refunded': run,
    'autopay_run.move': { ...run, status: 'failed' },
    'autopay_run.page': { status: 'charging' },
    'autopay_run.work': run,
    'autopay_schedule.advance': schedule,
    'autopay_schedule.by_ids': { ids: [autopay.scheduleId] },
    'autopay_schedule.cancel': schedule,
    'autopay_schedule.hold_method': { id: autopay.paymentMethodId },
    'autopay_schedule.insert': { id: newId(), paymentMethodId: autopay.paymentMethodId },
    'autopay_schedule.lock': schedule,
    'autopay_schedule.update': { ...schedule, paymentMethodId: autopay.idleMethodId },
    'autopay_schedule.due': { afterId: '' },
    'autopay_schedule.expire': schedule,
    'sandbox_charge.find': { reference: autopay.chargeReference },
    'sandbox_charge.insert': { id: newId(), reference: newId() },
    'sandbox_charge.refund': { id: autopay.chargeId, reference: `${autopay.chargingId}-refund` },
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
    'payment_method.by_ids': { ids: [autopay.paymentMethodId] },
    'payment_method.deactivate': { id: autopay.idleMethodId },
    'payment_method.lock': { id: autopay.paymentMethodId },
    'payment_method.update': { id: autopay.paymentMethodId },
    'payments.unsettled_cents': { accountId: of.pendingAccountId },
    'reconciliation.payment': pending,
    'reconciliation.reversal': reversal,
    'report.abr.page': { afterId: '' },
    'report.dr.page': { afterId: '' },
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
    'campaign.by_ids': { ids: [of.messaging.campaignId] },
    'campaign.delete_identifier': { provider: 'sendgrid', identifier: of.messaging.campaignId },
    'campaign.insert': { id: newId(), provider: 'sendgrid' },
    'campaign_event.page': { after: '-infinity', before: 'infinity' },
    'workspace.by_ids': { ids: [of.messaging.workspaceId] },
    'workspace.lock': { id: of.messaging.workspaceId },
    'workspace.placeholder_holder': { placeholder: PLACEHOLDER },
    'email_template.by_ids': { ids: [of.messaging.templateId] },
    'email_template.insert': { id: newId() },
    'email_template.update': { id: of.messaging.templateId },
    'workspace_merge_field.by_ids': { ids: [of.messaging.mergeFieldId] },
    'workspace_merge_field.insert': { id: newId() },
    'workspace_merge_field.update': { id: of.messaging.mergeFieldId },
    'workspace_asset.by_ids': { ids: [of.messaging.assetId] },
    'workspace_asset.insert': { id: newId() },
    'workspace_asset.update': { id: of.messaging.assetId },
  };
}

function pairOf({ transactionExternalIds: [originalExternalId, externalId] }: Populated) {
  return { originalExternalId, externalId };
}

/** What a statement that always answers a row says when it finds nothing. */
export const EMPTY_AGGREGATES: Readonly<Record<string, readonly object[]>> = {
  'payments.unsettled_cents': [{ cents: '0' }],
  ...Object.fromEntries(Object.values(REPORTS).map(({ totals, columns }) => [totals.name, [emptyTotals(columns)]])),
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

function emptyTotals(columns: (typeof REPORTS)['crr']['columns']): object {
  const sums = columns.filter(({ kind }) => kind === 'cents').flatMap(({ name }) => [name, `${name}_unknown`]);
  return Object.fromEntries(['rows', ...sums].map((name) => [name, '0']));
}
