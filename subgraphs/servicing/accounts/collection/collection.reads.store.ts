import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { isInQueue, LATEST_SNAPSHOT } from '../../../../loan-model/collections/is-in-queue-sql.js';
import { dayOfOrganization } from '../../../../loan-model/flags/flag-stops-sql.js';
import { ASSIGNMENT_OF_LOAN, NEWEST_PROMISE, stateOfPromise } from './collection-sql.js';

const ACCOUNT = columnsAs('Account', 'a', { accountId: 'id', organizationId: 'organizationId' });
const IN_QUEUE = derived({ isInQueue: 'bool' });
const ASSIGNMENT = columns('CollectionAssignment', 'c', [
  'assignedTo',
  'assignedBy',
  'assignedAt',
  'followUpOn',
  'skipReason',
]).orNull();
/** Null once the time is over. */
const TAKEN = derived({ takenBy: 'text?', takenByName: 'text?', takenUntil: 'timestamptz?' });
const CONTACT = columnsAs('AccountNote', 'contact', { lastContactKind: 'kind', lastContactAt: 'createdAt' }).orNull();
const PROMISE = columns('AccountNote', 'n', ['promisedCents', 'promisedOn']).orNull();
const PROMISE_STATE = derived({ promiseState: 'text?' });

export type CollectionRow = RowOf<typeof ACCOUNT> &
  RowOf<typeof IN_QUEUE> &
  RowOf<typeof ASSIGNMENT> &
  RowOf<typeof TAKEN> &
  RowOf<typeof CONTACT> &
  RowOf<typeof PROMISE> &
  RowOf<typeof PROMISE_STATE>;

/** Several loans as the collection queue shows them. */
export const collectionsOfAccounts = statement({
  name: 'collection_assignment.of_accounts',
  takes: { accountIds: 'Account.id[]', today: 'date', at: 'timestamptz' },
  gives: [ACCOUNT, IN_QUEUE, ASSIGNMENT, TAKEN, CONTACT, PROMISE, PROMISE_STATE],
  text: ({ p, scope, oneOf }) => {
    const present = (column: string) => `case when c.taken_until > ${p.at} then c.${column} end`;
    const day = dayOfOrganization(p.today, 'a.organization_id');
    return `
    select ${ACCOUNT}, (${isInQueue('latest.past_due_cents', day)}) as "isInQueue", ${ASSIGNMENT},
      ${present('taken_by')} as "takenBy", ${present('taken_by_name')} as "takenByName", ${present('taken_until')} as "takenUntil",
      ${CONTACT}, ${PROMISE}, ${stateOfPromise(p.today)} as "promiseState"
    from account a
    ${LATEST_SNAPSHOT}
    ${ASSIGNMENT_OF_LOAN}
    left join lateral (select n.kind, n.created_at from account_note n
      where n.organization_id = a.organization_id and n.account_id = a.id and n.kind in ('call', 'email', 'letter')
      order by n.id desc limit 1) contact on true
    ${NEWEST_PROMISE}
    where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}`;
  },
});

const OWN = columns('CollectionAssignment', 'c', ['organizationId', 'accountId']);

/** The loan that the agent has, if it is still to be collected. */
export const loanOfAgent = statement({
  name: 'collection_assignment.of_agent',
  across: 'lenders',
  takes: { actor: 'text', today: 'date', at: 'timestamptz' },
  gives: OWN,
  text: ({ p, scope }) => `
    select ${OWN} from collection_assignment c
    join account a on a.organization_id = c.organization_id and a.id = c.account_id
    ${LATEST_SNAPSHOT}
     where c.taken_by = ${p.actor} and c.taken_until > ${p.at} and ${scope('c.organization_id')}
       and ${isInQueue('latest.past_due_cents', dayOfOrganization(p.today, 'a.organization_id'))}
     order by c.taken_until desc limit 1`,
});
