import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { isInQueue, LATEST_SNAPSHOT } from '../../../../loan-model/collections/is-in-queue-sql.js';
import { dayOfOrganization } from '../../../../loan-model/flags/flag-stops-sql.js';
import { promiseState, receivedForPromise } from '../../../../loan-model/notes/promise-state-sql.js';

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

/** The newest promise to pay of account `a`, as `n`. */
export const NEWEST_PROMISE = `left join lateral (select n.* from account_note n
      where n.organization_id = a.organization_id and n.account_id = a.id and n.kind = 'promise_to_pay'
      order by n.id desc limit 1) n on true`;

export function stateOfPromise(today: string): string {
  return promiseState({ note: 'n', received: receivedForPromise('n'), today });
}

/** Several loans as the collection queue shows them. */
export const collectionsOfAccounts = statement({
  name: 'collection_assignment.of_accounts',
  takes: { accountIds: 'Account.id[]', today: 'date' },
  gives: [ACCOUNT, IN_QUEUE, ASSIGNMENT, TAKEN, CONTACT, PROMISE, PROMISE_STATE],
  text: ({ p, scope, oneOf }) => {
    const taken = ['taken_by as "takenBy"', 'taken_by_name as "takenByName"', 'taken_until as "takenUntil"'];
    const present = taken.map((each) => {
      const [column, name] = each.split(' as ');
      return `case when c.taken_until > now() then c.${column} end as ${name}`;
    });
    const day = dayOfOrganization(p.today, 'a.organization_id');
    return `
    select ${ACCOUNT}, (${isInQueue('latest.past_due_cents', day)}) as "isInQueue", ${ASSIGNMENT}, ${present.join(', ')},
      ${CONTACT}, ${PROMISE}, ${stateOfPromise(p.today)} as "promiseState"
    from account a
    ${LATEST_SNAPSHOT}
    left join collection_assignment c on c.organization_id = a.organization_id and c.account_id = a.id
    left join lateral (select n.kind, n.created_at from account_note n
      where n.organization_id = a.organization_id and n.account_id = a.id and n.kind in ('call', 'email', 'letter')
      order by n.id desc limit 1) contact on true
    ${NEWEST_PROMISE}
    where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}`;
  },
});
