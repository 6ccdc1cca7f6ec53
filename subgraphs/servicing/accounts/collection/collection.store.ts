import { TAKEN_MINUTES } from '../../../../core/contract/collection-queue.js';
import { columns, derived } from '../../../../core/db/columns.js';
import { assigned, inserted, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { isInQueue, LATEST_SNAPSHOT } from '../../../../loan-model/collections/is-in-queue-sql.js';
import { dayOfOrganization } from '../../../../loan-model/flags/flag-stops-sql.js';
import { NEWEST_PROMISE, stateOfPromise } from './collection.reads.store.js';

/*
 * Who works on a loan. The loan's row is unique and each write checks it again under its lock, so of two agents who take
 * one loan the second gets none. Times are Postgres', so processes with different clocks agree.
 */

const UNTIL = sql(`now() + interval '${TAKEN_MINUTES} minutes'`);
const OWN = columns('CollectionAssignment', 'c', ['organizationId', 'accountId']);
const MADE = columns('CollectionAssignment', 'made', ['organizationId', 'accountId']);
const AGENT = { actor: 'text', takenByName: 'CollectionAssignment.takenByName', today: 'date' } as const;

/** SQL condition: no other agent has the loan, and no supervisor assigned it to another one. */
function isFreeFor(actor: string, row: string): string {
  return `(${row}.assigned_to is null or ${row}.assigned_to = ${actor})
      and (${row}.taken_until is null or ${row}.taken_until <= now() or ${row}.taken_by = ${actor})`;
}

/** Until the transaction ends: two requests of one agent do not take two loans. */
export const lockAgent = statement({
  name: 'collection_assignment.lock_agent',
  unscoped: 'takes_a_lock',
  takes: { actor: 'text' },
  gives: derived({ held: 'text' }),
  text: ({ p }) =>
    `select pg_advisory_xact_lock(hashtextextended('collections ' || ${p.actor}::text, 0))::text as held`,
});

/** The loan that the agent has, if it is still to be collected. */
export const loanOfAgent = statement({
  name: 'collection_assignment.of_agent',
  takes: { actor: 'text', today: 'date' },
  gives: OWN,
  text: ({ p, scope }) => `
    select ${OWN} from collection_assignment c
    join account a on a.organization_id = c.organization_id and a.id = c.account_id
    ${LATEST_SNAPSHOT}
     where c.taken_by = ${p.actor} and c.taken_until > now() and ${scope('c.organization_id')}
       and ${isInQueue('latest.past_due_cents', dayOfOrganization(p.today, 'a.organization_id'))}
     order by c.taken_until desc limit 1`,
});

/**
 * Takes the next loan: those assigned to the agent first, then the longest past due, then the highest amount. Loans
 * with a follow-up day or an open promise in the future, and loans that another transaction locks, are passed over.
 *
 * No row: there is none. `isTaken` false: another agent took it after this statement began; try again.
 */
export const takeNextLoan = statement({
  name: 'collection_assignment.take_next',
  takes: AGENT,
  gives: derived({ organizationId: 'text', accountId: 'text', isTaken: 'bool' }),
  text: ({ p, scope }) => {
    const day = dayOfOrganization(p.today, 'a.organization_id');
    const taken = { takenBy: sql(p.actor), takenByName: p.takenByName, takenUntil: UNTIL };
    const { into, values } = inserted('CollectionAssignment', {
      ...{ organizationId: sql('next.organization_id'), accountId: sql('next.id'), ...taken },
      ...leftOut('assignedTo', 'assignedBy', 'assignedAt', 'followUpOn', 'skipReason'),
    });
    return `
    with next as (
      select a.organization_id, a.id from account a
      ${LATEST_SNAPSHOT}
      left join collection_assignment c on c.organization_id = a.organization_id and c.account_id = a.id
      ${NEWEST_PROMISE}
       where ${scope('a.organization_id')} and ${isInQueue('latest.past_due_cents', day)}
         and ${isFreeFor(p.actor, 'c')}
         and (c.follow_up_on is null or c.follow_up_on <= ${day})
         and ${stateOfPromise(p.today)} is distinct from 'open'
       order by (c.assigned_to is not null) desc, latest.oldest_unpaid_on, latest.past_due_cents desc, a.id
       limit 1 for no key update of a skip locked
    ), made as (
      insert into ${into} select ${values} from next
      on conflict (organization_id, account_id) do update set ${assigned('CollectionAssignment', taken)}
       where ${isFreeFor(p.actor, 'collection_assignment')}
         and (collection_assignment.follow_up_on is null
           or collection_assignment.follow_up_on <= ${dayOfOrganization(p.today, 'collection_assignment.organization_id')})
      returning account_id
    )
    select next.organization_id as "organizationId", next.id as "accountId", made.account_id is not null as "isTaken"
      from next left join made on made.account_id = next.id`;
  },
});

/** Takes one loan of the queue, whatever its follow-up day. No row: it is not in the queue, or belongs to another agent. */
export const takeLoan = statement({
  name: 'collection_assignment.take',
  takes: { accountId: 'Account.id', ...AGENT },
  gives: MADE,
  text: ({ p, scope }) => {
    const taken = { takenBy: sql(p.actor), takenByName: p.takenByName, takenUntil: UNTIL };
    const { into, values } = inserted('CollectionAssignment', {
      ...{ organizationId: sql('a.organization_id'), accountId: sql('a.id'), ...taken },
      ...leftOut('assignedTo', 'assignedBy', 'assignedAt', 'followUpOn', 'skipReason'),
    });
    return `
    with made as (
      insert into ${into} select ${values} from account a ${LATEST_SNAPSHOT}
       where a.id = ${p.accountId} and ${scope('a.organization_id')}
         and ${isInQueue('latest.past_due_cents', dayOfOrganization(p.today, 'a.organization_id'))}
      on conflict (organization_id, account_id) do update set ${assigned('CollectionAssignment', taken)}
       where ${isFreeFor(p.actor, 'collection_assignment')}
      returning organization_id, account_id
    )
    select ${MADE} from made`;
  },
});

/** Gives back the loan that an agent took. No row: the agent does not have it. Without a day, the present one is kept. */
export const releaseLoan = statement({
  name: 'collection_assignment.release',
  takes: {
    organizationId: 'CollectionAssignment.organizationId',
    accountId: 'CollectionAssignment.accountId',
    actor: 'text',
    followUpOn: 'date?',
    skipReason: 'CollectionAssignment.skipReason',
  },
  gives: OWN,
  text: ({ p, scope }) => `
    update collection_assignment c set ${assigned('CollectionAssignment', {
      ...{ takenBy: sql('null'), takenByName: sql('null'), takenUntil: sql('null') },
      followUpOn: sql(`coalesce(${p.followUpOn}::date, c.follow_up_on)`),
      skipReason: p.skipReason,
    })}
     where c.organization_id = ${p.organizationId} and c.account_id = ${p.accountId} and ${scope('c.organization_id')}
       and c.taken_by = ${p.actor}
    returning ${OWN}`,
});

const ASSIGNED = ['assignedTo', 'assignedBy', 'assignedAt'] as const;

/** Assigns a loan, or with null to no one; another agent who has it loses it. `before`: to whom it was assigned. */
export const assignLoan = statement({
  name: 'collection_assignment.assign',
  takes: {
    organizationId: 'CollectionAssignment.organizationId',
    accountId: 'Account.id',
    assignedTo: 'CollectionAssignment.assignedTo',
    assignedBy: 'CollectionAssignment.assignedBy',
    assignedAt: 'CollectionAssignment.assignedAt',
  },
  gives: derived({ before: 'text?' }),
  text: ({ p, scope }) => {
    const { into, values } = inserted(
      'CollectionAssignment',
      {
        ...{ organizationId: sql('a.organization_id'), accountId: sql('a.id') },
        ...sameNamed(p, ASSIGNED),
        ...leftOut('takenBy', 'takenByName', 'takenUntil', 'followUpOn', 'skipReason'),
      },
      'held',
    );
    const kept = (column: string) =>
      `${column} = case when excluded.assigned_to is null or held.taken_by = excluded.assigned_to then held.${column} end`;
    return `
    with before as (
      select c.assigned_to from collection_assignment c
       where c.organization_id = ${p.organizationId} and c.account_id = ${p.accountId} and ${scope('c.organization_id')}
    ), made as (
      insert into ${into} select ${values} from account a
       where a.organization_id = ${p.organizationId} and a.id = ${p.accountId} and ${scope('a.organization_id')}
      on conflict (organization_id, account_id) do update set assigned_to = excluded.assigned_to,
        assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at,
        ${['taken_by', 'taken_by_name', 'taken_until'].map(kept).join(', ')}
      returning account_id
    )
    select (select before.assigned_to from before) as before from made`;
  },
});
