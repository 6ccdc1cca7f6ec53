import { columnsAs } from '../../../../core/db/columns.js';
import { mergedAcrossOrganizations } from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';
import { isInQueue, LATEST_SNAPSHOT, WAS_PAST_DUE } from '../../../../loan-model/collections/is-in-queue-sql.js';
import { dayOfOrganization } from '../../../../loan-model/flags/flag-stops-sql.js';
import { ASSIGNMENT_OF_LOAN, isFreeFor, NEWEST_PROMISE, stateOfPromise } from './collection-sql.js';

const LOAN = columnsAs('Account', 'a', { organizationId: 'organizationId', accountId: 'id' });

/**
 * SQL condition: the loan is to be given out on this day. It has no open promise, and no follow-up day that is ahead.
 *
 * @param today - SQL of the lenders' day
 */
export function isDue(today: string): string {
  return `coalesce(c.follow_up_on, '-infinity') <= ${dayOfOrganization(today, 'a.organization_id')}
       and ${stateOfPromise(today)} is distinct from 'open'`;
}

/** An index has exactly these accounts, in the order of the queue: it is read until there are enough loans. */
const IS_PAST_DUE = 'a.past_due_cents > 0';
/**
 * A process of an earlier version wrote the account: its past-due amount is only in its latest snapshot. Such accounts
 * have an index of their own. There are none once the upgrade and its backfill are over. A trigger on the snapshots
 * writes the figures for such a process where the account already has some.
 */
const IS_UNKNOWN = `a.status_code in ('active', 'delinquent')
  and (a.past_due_cents is null or (a.status_code = 'delinquent' and a.past_due_cents = 0))`;

/** The due date and the amount by which each group of loans is sorted. */
const BY_ACCOUNT = { since: 'a.oldest_unpaid_on', cents: 'a.past_due_cents' } as const;
const BY_SNAPSHOT = { since: 'latest.oldest_unpaid_on', cents: 'latest.past_due_cents' } as const;

/**
 * The loans to give to an agent, best first: those assigned to the agent, then the longest past due, then the highest
 * amount. It locks nothing: whether a loan is still free is decided by the statement that takes it, one lender at a time.
 */
export const nextLoans = statement({
  name: 'collection_queue.next',
  across: 'lenders',
  takes: { actor: 'text', today: 'date', at: 'timestamptz', limit: 'int8' },
  gives: LOAN,
  text: ({ p, scope, only }) => {
    const isOwn = `c.assigned_to is not distinct from ${p.actor}`;
    // In a subquery of its own: Postgres would take these conditions for so rare that it would read every loan and sort.
    const isGivenOut = `${isInQueue('latest.past_due_cents', dayOfOrganization(p.today, 'a.organization_id'))}
          and ${isFreeFor('c', p)} and ${isDue(p.today)}`;
    const group = (from: string, condition: string, { since, cents }: Readonly<Record<'since' | 'cents', string>>) =>
      `(${mergedAcrossOrganizations({
        rows: `select ${LOAN}, ${isOwn} as "isOwn", ${since} as since, ${cents} as cents
        from ${from} ${LATEST_SNAPSHOT} ${NEWEST_PROMISE}
        cross join lateral (select where ${isGivenOut} offset 0) fits
        where a.organization_id = organization.id and ${condition}`,
        order: `${since}, ${cents} desc, a.id`,
        mergedOrder: 'since, cents desc, "accountId"',
        limit: p.limit,
        scope,
        only,
      })})`;
    const loans = `account a ${ASSIGNMENT_OF_LOAN}`;
    const assigned =
      'collection_assignment c join account a on a.organization_id = c.organization_id and a.id = c.account_id';
    return `
    select "organizationId", "accountId" from (
      ${group(assigned, `c.organization_id = organization.id and c.assigned_to = ${p.actor}`, BY_SNAPSHOT)}
      union all
      ${group(loans, `${IS_PAST_DUE} and not (${isOwn})`, BY_ACCOUNT)}
      union all
      ${group(loans, `${IS_UNKNOWN} and ${WAS_PAST_DUE} and not (${isOwn})`, BY_SNAPSHOT)}
    ) found
     order by "isOwn" desc, since, cents desc, "accountId"
     limit ${p.limit}`;
  },
});
