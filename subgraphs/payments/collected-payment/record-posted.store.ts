import { JOURNAL, journalParts } from '../../../connectors/loan-systems/ledger/store/journal-store.js';
import { CHANGE, changeParts } from '../../../connectors/loan-systems/projection/projection.store.js';
import { columns } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { inserted, LEFT_OUT, sql } from '../../../core/db/written.js';
import { told } from '../../../core/events/told.js';
import { FINISHING, finishingWith } from '../../../core/idempotency/idempotency.store.js';
import { activeOrganization, openCents } from '../account/account.store.js';
import { NEW_PAYMENT, RETURNED, recorded, SETTLED } from './record-payment.store.js';

const POSTING = columns('LedgerEntry', 'posting', ['referenceNumber']);
const { answerBody: _, ...FINISHED } = FINISHING;
const NUMBER = sql('posting.reference_number');
const IS_POSTED = 'exists (select p.reference_number from posting p)';

/**
 * All that a payment on the ledger leaves, in one statement: the journal's entry and the loan, the payment and its event, the
 * account, its transaction and its snapshot, and its key's final answer. Under the loan's lock, which a statement before this one
 * took, so that this one sees whatever was reserved under it meanwhile. No row, and nothing written: there is no room, the
 * organization takes nothing new, or the reference is in use; the statements that do one of these each say which.
 *
 * The entry's number is drawn here, as every entry's is: so that of two entries of a loan the later has the greater one. The
 * answer has a gap for it, and `outcome` a number in its place.
 */
export const recordPosted = statement({
  name: 'collected_payment.record_posted',
  takes: {
    ...JOURNAL,
    ...CHANGE,
    ...NEW_PAYMENT,
    ...FINISHED,
    answerHead: 'text',
    answerTail: 'text',
    effectiveDate: 'date',
    payoffCents: 'int8',
  },
  gives: POSTING,
  text: ({ p, scope }) => {
    const payment = inserted('CollectedPayment', {
      ...recorded(p),
      status: sql(`'posted'`),
      effectiveDate: p.effectiveDate,
      referenceNumber: NUMBER,
      postedAt: p.postedAt,
      postingExternalId: sql(`${NUMBER}::text`),
      settledAt: sql('clock_timestamp()'),
      leaseUntil: LEFT_OUT,
      eventSequence: sql('1'),
    });
    const event = told({ ...SETTLED, type: 'payment.posted', previousStatus: sql('null') }, 'settled');
    const finished = finishingWith(
      { p, scope },
      {
        outcome: sql(`jsonb_set(${p.outcome}::jsonb, '{resource,referenceNumber}', to_jsonb(${NUMBER}))`),
        body: sql(`${p.answerHead}::text || ${NUMBER} || ${p.answerTail}::text`),
        from: 'from posting',
      },
    );
    return `
    with active as (${activeOrganization(p, scope)} for share of o
    ), room as (
      select active.id from active where ${p.payoffCents}::bigint - (${openCents(p, scope)}) >= ${p.amountCents}::bigint
    ), ${journalParts({ p, scope }, 'exists (select room.id from room)')}, posting as (
      select inserted.reference_number from balanced cross join inserted
    ), settled as (
      insert into ${payment.into} select ${payment.values}
      from posting, account a
      where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
      returning ${RETURNED}
    ), settled_told as (${event}
    ), ${changeParts({ p, scope }, { condition: IS_POSTED, externalId: '(select p.reference_number from posting p)::text' })}, finished as (${finished}
    )
    select ${POSTING} from posting`;
  },
});
