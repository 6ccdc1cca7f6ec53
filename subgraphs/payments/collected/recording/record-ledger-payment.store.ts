import { columns } from '../../../../core/db/columns.js';
import { inserted, LEFT_OUT, sql } from '../../../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';
import { insertEventSql } from '../../../../core/events/insert-event-sql.js';
import { CLAIM, insertFinishedKeySql, isKeyStoredSql } from '../../../../core/idempotency/idempotency.store.js';
import { JOURNAL, journalParts } from '../../../../ledger/store/journal-store.js';
import { UNLOCKED_ENTRY, unlockedEntryParts } from '../../../../ledger/store/unlocked-entry.js';
import {
  CHANGE,
  changeParts,
  NEW_TRANSACTION,
  newTransactionParts,
} from '../../../../loan-model/projection/projection.store.js';
import { activeOrganization, openCentsOf } from '../../account/payable-account.reads.store.js';
import { ANSWER_WITH_GAPS, filledAnswer, finishingFilled } from './answer-with-gaps.js';
import { NEW_PAYMENT } from './new-payment-columns.js';
import { EQUAL_SINCE } from './possible-duplicate-sql.js';
import { MARK, MARKED, RETURNED, recorded, SETTLED } from './record-payment.store.js';

const POSTING = columns('LedgerEntry', 'posting', ['referenceNumber']);
const NUMBER = sql('posting.reference_number');
const IS_POSTED = 'exists (select p.reference_number from posting p)';

const PAYMENT = { ...NEW_PAYMENT, ...EQUAL_SINCE, ...ANSWER_WITH_GAPS, effectiveDate: 'date' } as const;
type Payment = ParametersOf<typeof PAYMENT> & { readonly postedAt: string };
/** The entry's number, and what was found. */
const RECORDED = [POSTING, MARK] as const;

/** The parts that write the payment and its event, once the part `posting` has the entry's number. */
function paymentParts({ p, scope }: Pick<StatementTools<Payment>, 'p' | 'scope'>): string {
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
    referenceLeaseUntil: LEFT_OUT,
    postingReference: LEFT_OUT,
    eventSequence: sql('1'),
  });
  const event = insertEventSql({ ...SETTLED, type: 'payment.posted', previousStatus: sql('null') }, 'settled');
  return `settled as (
      insert into ${payment.into} select ${payment.values}
      from posting, account a
      where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
      returning ${RETURNED}
    ), settled_event as (${event}
    ), marked as (${MARKED})`;
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
  takes: { ...JOURNAL, ...CHANGE, ...PAYMENT, payoffCents: 'int8' },
  gives: RECORDED,
  text: ({ p, scope }) => `
    with active as (${activeOrganization(p, scope)} for share of o
    ), room as (
      select active.id from active
       where ${p.payoffCents}::bigint - (${openCentsOf(p, scope)}) >= ${p.amountCents}::bigint
    ), ${journalParts({ p, scope }, 'exists (select room.id from room)')}, posting as (
      select inserted.reference_number from balanced cross join inserted
    ), ${paymentParts({ p, scope })}, ${changeParts(
      { p, scope },
      { condition: IS_POSTED, externalId: '(select p.reference_number from posting p)::text' },
    )}, finished as (${finishingFilled({ p, scope }, NUMBER, 'from posting cross join marked')}
    )
    select ${POSTING}, ${MARK} from posting cross join marked`,
});

/**
 * The same for a payment that was decided without a lock, with its key, as a statement of its own: it is written only
 * if the loan's row is still the version that was read. Every reservation under the loan's lock gives it a new one. No
 * row, and nothing written: something has changed. A key that is in use since the read violates a unique constraint.
 */
export const recordUnlocked = statement({
  name: 'collected_payment.record_unlocked',
  takes: { ...UNLOCKED_ENTRY, ...NEW_TRANSACTION, ...PAYMENT, ...CLAIM },
  gives: RECORDED,
  text: ({ p, scope }) => {
    const earlier = { organizationId: p.organizationId, operation: p.operation, keys: p.earlierKeys };
    const entry = unlockedEntryParts(
      { p, scope },
      {
        effectiveOn: p.effectiveDate,
        externalReference: sql(p.id),
        memo: p.memo,
        condition: `exists (${activeOrganization(p, scope)}) and not ${isKeyStoredSql(earlier)}`,
      },
    );
    const transaction = newTransactionParts({ p, scope }, { of: 'posting', externalId: `${NUMBER}::text` });
    const key = insertFinishedKeySql({ p }, { ...filledAnswer(p, NUMBER), from: 'from posting cross join marked' });
    return `
    with ${entry}, ${paymentParts({ p, scope })}, ${transaction}, finished as (${key}
    )
    select ${POSTING}, ${MARK} from posting cross join marked`;
  },
});
