import { columns } from '../../../../core/db/columns.js';
import { inserted, LEFT_OUT, sql } from '../../../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';
import { insertEventSql } from '../../../../core/events/insert-event-sql.js';
import { JOURNAL, journalParts } from '../../../../ledger/store/journal-store.js';
import { CHANGE, changeParts } from '../../../../loan-model/projection/projection.store.js';
import { activeOrganization, openCentsOf } from '../../account/payable-account.reads.store.js';
import { ANSWER_WITH_GAPS, finishingFilled } from './answer-with-gaps.js';
import { NEW_PAYMENT } from './new-payment-columns.js';
import { EQUAL_SINCE } from './possible-duplicate-sql.js';
import { MARK, MARKED, RETURNED, recorded, SETTLED } from './record-payment.store.js';

const POSTING = columns('LedgerEntry', 'posting', ['referenceNumber']);
export const NUMBER = sql('posting.reference_number');
const IS_POSTED = 'exists (select p.reference_number from posting p)';

/** What a payment on the ledger is written with. */
export const PAYMENT_ON_LEDGER = {
  ...JOURNAL,
  ...CHANGE,
  ...NEW_PAYMENT,
  ...EQUAL_SINCE,
  ...ANSWER_WITH_GAPS,
  effectiveDate: 'date',
} as const;
/** The entry's number, and what was found. */
export const RECORDED_ON_LEDGER = [POSTING, MARK] as const;

/**
 * The parts of a statement that write everything but the key: the journal entry and the loan, the payment and its
 * event, the account, its transaction and its snapshot. Nothing is written unless the part `room` has a row.
 */
export function recordingParts({
  p,
  scope,
}: Pick<StatementTools<ParametersOf<typeof PAYMENT_ON_LEDGER>>, 'p' | 'scope'>): string {
  const payment = inserted('CollectedPayment', {
    ...recorded({ p, scope }),
    recordedOn: p.effectiveDate,
    status: sql(`'posted'`),
    effectiveDate: p.effectiveDate,
    referenceNumber: NUMBER,
    postedAt: p.postedAt,
    postingExternalId: sql(`${NUMBER}::text`),
    settledAt: sql('clock_timestamp()'),
    leaseUntil: LEFT_OUT,
    eventSequence: sql('1'),
  });
  const event = insertEventSql({ ...SETTLED, type: 'payment.posted', previousStatus: sql('null') }, 'settled');
  return `${journalParts({ p, scope }, 'exists (select room.id from room)')}, posting as (
      select inserted.reference_number from balanced cross join inserted
    ), settled as (
      insert into ${payment.into} select ${payment.values}
      from posting, account a
      where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
      returning ${RETURNED}
    ), settled_event as (${event}
    ), marked as (${MARKED}
    ), ${changeParts({ p, scope }, { condition: IS_POSTED, externalId: '(select p.reference_number from posting p)::text' })}`;
}

/**
 * Everything that a payment on the ledger writes, in one statement: the journal entry and the loan, the payment and
 * its event, the account, its transaction and its snapshot, and its key's final answer. Requires the loan's lock,
 * taken by an earlier statement, so that this one sees everything reserved under it. No row, and nothing written:
 * the amount exceeds what is left, the organization accepts nothing new, or the reference is in use. The statements
 * for the single steps tell which.
 *
 * The entry's number is assigned here, as for every entry, so that of two entries of a loan the later has the
 * greater number. The possible duplicate is found here too: the answer has a gap for each.
 */
export const recordPosted = statement({
  name: 'collected_payment.record_posted',
  takes: { ...PAYMENT_ON_LEDGER, payoffCents: 'int8' },
  gives: RECORDED_ON_LEDGER,
  text: ({ p, scope }) => `
    with active as (${activeOrganization(p, scope)} for share of o
    ), room as (
      select active.id from active
       where ${p.payoffCents}::bigint - (${openCentsOf(p, scope)}) >= ${p.amountCents}::bigint
    ), ${recordingParts({ p, scope })}, finished as (${finishingFilled({ p, scope }, NUMBER, 'from posting cross join marked')}
    )
    select ${POSTING}, ${MARK} from posting cross join marked`,
});
