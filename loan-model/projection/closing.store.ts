import { derived } from '../../core/db/columns.js';
import { inserted, overwritten, selectedFrom, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { finalPayment } from './final-payment-sql.js';
import { SNAPSHOT_FIGURES } from './snapshot-figures.js';

const ACCOUNT = { organizationId: 'Account.organizationId', accountId: 'Account.id' } as const;

/**
 * Before a payoff is reversed: keeps the payoff that the report of a finished month shows. A payoff of the current
 * month is not kept, because its report is not final yet.
 */
export const recordReportedPayoff = statement({
  name: 'projection.keep_payoff',
  takes: { ...ACCOUNT, today: 'date' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('ReportedPayoff', {
      organizationId: sql('a.organization_id'),
      accountId: sql('a.id'),
      paidOffOn: sql('a.paid_off_on'),
      finalPaymentCents: sql('final.amount_cents'),
      payoffCents: sql('final.payoff_cents'),
    });
    return `
    insert into ${into} select ${values} from account a ${finalPayment()}
     where a.organization_id = ${p.organizationId} and a.id = ${p.accountId} and ${scope('a.organization_id')}
       and a.paid_off_on < date_trunc('month', ${p.today}::date)
    on conflict do nothing`;
  },
});

/**
 * Records that a loan was charged off or paid off by the evening of a past day, in the snapshot of that day and in
 * later ones that still show it open. A later reversal of the closing changes only the days from the reversal on; the
 * state of that evening stays.
 */
export const recordClosing = statement({
  name: 'projection.keep_closing',
  takes: { ...ACCOUNT, closedOn: 'date', asOf: 'date' },
  text: ({ p, scope }) => {
    const snapshot = inserted('PastDueSnapshot', {
      ...selectedFrom('PastDueSnapshot', 'now_stands', ['organizationId', 'accountId']),
      asOf: sql(`${p.closedOn}::date`),
      ...selectedFrom('PastDueSnapshot', 'now_stands', ['statusCode', 'balanceCents', 'pastDueCents']),
      ...selectedFrom('PastDueSnapshot', 'now_stands', ['oldestUnpaidOn', 'oldestUnpaidCents', 'nextDueOn']),
      ...selectedFrom('PastDueSnapshot', 'now_stands', ['nextDueCents']),
    });
    return `
    with now_stands as (
      select s.* from past_due_snapshot s
       where s.organization_id = ${p.organizationId} and s.account_id = ${p.accountId} and s.as_of <= ${p.asOf}::date
         and ${scope('s.organization_id')}
       order by s.as_of desc limit 1
    ), between as (
      update past_due_snapshot b set status_code = now_stands.status_code from now_stands
       where b.organization_id = ${p.organizationId} and b.account_id = ${p.accountId} and ${scope('b.organization_id')}
         and b.as_of > ${p.closedOn}::date and b.as_of < ${p.asOf}::date and b.status_code in ('active', 'delinquent')
    )
    insert into ${snapshot.into} select ${snapshot.values} from now_stands
    on conflict (organization_id, account_id, as_of) do update set ${overwritten('PastDueSnapshot', SNAPSHOT_FIGURES)}`;
  },
});

/**
 * The closing of an account that is reopened after this, if no snapshot of its day records it: an earlier version did
 * not record closings, and a loan system may report one days later. Returns no row if it is recorded. A loan that was
 * already closed when it was imported was never open in Tributary.
 */
export const closingToRecord = statement({
  name: 'projection.closing_to_keep',
  takes: ACCOUNT,
  gives: derived({ closedOn: 'date', asOf: 'date' }),
  text: ({ p, scope }) => `
    select coalesce(a.charged_off_on, a.paid_off_on) as "closedOn", closing.as_of as "asOf" from account a
      cross join lateral (
        select s.as_of from past_due_snapshot s
         where s.organization_id = a.organization_id and s.account_id = a.id
           and s.as_of >= coalesce(a.charged_off_on, a.paid_off_on) and s.status_code not in ('pending', 'active', 'delinquent')
         order by s.as_of limit 1) closing
     where a.organization_id = ${p.organizationId} and a.id = ${p.accountId} and ${scope('a.organization_id')}
       and closing.as_of > coalesce(a.charged_off_on, a.paid_off_on)
       and exists (select from past_due_snapshot s
                    where s.organization_id = a.organization_id and s.account_id = a.id
                      and s.as_of <= coalesce(a.charged_off_on, a.paid_off_on))`,
});
