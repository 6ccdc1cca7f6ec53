import { columnsAs } from '../../../../core/db/columns.js';
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

/**
 * The loans to give to an agent, best first: those assigned to the agent, then the longest past due, then the highest
 * amount. It locks nothing: whether a loan is still free is decided by the statement that takes it, one lender at a time.
 */
export const nextLoans = statement({
  name: 'collection_queue.next',
  across: 'lenders',
  takes: { actor: 'text', today: 'date', at: 'timestamptz', limit: 'int8' },
  gives: LOAN,
  text: ({ p, scope }) => `
    select ${LOAN} from account a
    ${LATEST_SNAPSHOT}
    ${ASSIGNMENT_OF_LOAN}
    ${NEWEST_PROMISE}
     where ${scope('a.organization_id')} and ${WAS_PAST_DUE}
       and ${isInQueue('latest.past_due_cents', dayOfOrganization(p.today, 'a.organization_id'))}
       and ${isFreeFor('c', p)} and ${isDue(p.today)}
     order by (c.assigned_to is not distinct from ${p.actor}) desc, latest.oldest_unpaid_on, latest.past_due_cents desc, a.id
     limit ${p.limit}`,
});
