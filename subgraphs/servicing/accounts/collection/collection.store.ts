import { columns, derived } from '../../../../core/db/columns.js';
import { assigned, inserted, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { isInQueue, LATEST_SNAPSHOT } from '../../../../loan-model/collections/is-in-queue-sql.js';
import { dayOfOrganization } from '../../../../loan-model/flags/flag-stops-sql.js';
import { ASSIGNMENT_OF_LOAN, isFreeFor, NEWEST_PROMISE } from './collection-sql.js';
import { isDue } from './next-loans.store.js';

/*
 * Who works on a loan. There is one row per loan, and each write checks it again behind ON CONFLICT, so of two agents who
 * take one loan the second gets none. Loans are locked one lender at a time.
 */

const OWN = columns('CollectionAssignment', 'c', ['organizationId', 'accountId']);
const MADE = columns('CollectionAssignment', 'made', ['organizationId', 'accountId']);

/** Until the transaction ends: two requests of one agent do not take two loans. */
export const lockAgent = statement({
  name: 'collection_assignment.lock_agent',
  unscoped: 'takes_a_lock',
  takes: { actor: 'text' },
  gives: derived({ held: 'text' }),
  text: ({ p }) =>
    `select pg_advisory_xact_lock(hashtextextended('collections ' || ${p.actor}::text, 0))::text as held`,
});

/** Locks a loan, after waiting for its other writers. No row: there is none. */
export const lockLoan = statement({
  name: 'collection_assignment.lock_loan',
  takes: { organizationId: 'Account.organizationId', accountId: 'Account.id' },
  gives: columns('Account', 'a', ['id']),
  text: ({ p, scope }) => `
    select a.id from account a
     where a.organization_id = ${p.organizationId} and a.id = ${p.accountId} and ${scope('a.organization_id')}
       for no key update`,
});

/**
 * Takes a loan of the queue. No row: it is not in the queue, it belongs to another agent, or another transaction has
 * locked it. With `isNext` a loan that is not to be given out today is not taken either.
 *
 * It never waits: 50 agents who ask at once pass over the loans that the others are about to get.
 */
export const takeLoan = statement({
  name: 'collection_assignment.take',
  takes: {
    organizationId: 'Account.organizationId',
    accountId: 'Account.id',
    actor: 'text',
    takenByName: 'CollectionAssignment.takenByName',
    takenUntil: 'CollectionAssignment.takenUntil',
    isNext: 'bool',
    today: 'date',
    at: 'timestamptz',
  },
  gives: MADE,
  text: ({ p, scope }) => {
    const taken = { takenBy: sql(p.actor), takenByName: p.takenByName, takenUntil: p.takenUntil };
    const { into, values } = inserted('CollectionAssignment', {
      ...{ organizationId: sql('loan.organization_id'), accountId: sql('loan.id'), ...taken },
      followUpOn: sql('loan.follow_up_on'),
      ...leftOut('assignedTo', 'assignedBy', 'assignedAt', 'skipReason'),
    });
    return `
    with loan as (
      select a.organization_id, a.id, c.follow_up_on from account a
      ${LATEST_SNAPSHOT}
      ${ASSIGNMENT_OF_LOAN}
      ${NEWEST_PROMISE}
       where a.organization_id = ${p.organizationId} and a.id = ${p.accountId} and ${scope('a.organization_id')}
         and ${isInQueue('latest.past_due_cents', dayOfOrganization(p.today, 'a.organization_id'))}
         and ${isFreeFor('c', p)} and (not ${p.isNext} or (${isDue(p.today)}))
         for no key update of a skip locked
    ), made as (
      insert into ${into} select ${values} from loan
      on conflict (organization_id, account_id) do update set ${assigned('CollectionAssignment', taken)}
       where ${isFreeFor('collection_assignment', p)}
         and (not ${p.isNext} or collection_assignment.follow_up_on is not distinct from excluded.follow_up_on)
      returning organization_id, account_id
    )
    select ${MADE} from made`;
  },
});

/**
 * Gives back the loan that an agent took. No row: the agent does not have it. Without a day, the present one is kept; with
 * `keepsLaterDay` also a present day that is later, and why it was agreed.
 */
export const releaseLoan = statement({
  name: 'collection_assignment.release',
  takes: {
    organizationId: 'CollectionAssignment.organizationId',
    accountId: 'CollectionAssignment.accountId',
    actor: 'text',
    followUpOn: 'date?',
    skipReason: 'CollectionAssignment.skipReason',
    keepsLaterDay: 'bool',
  },
  gives: OWN,
  text: ({ p, scope }) => {
    const isKept = `${p.keepsLaterDay} and c.follow_up_on > ${p.followUpOn}::date`;
    return `
    update collection_assignment c set ${assigned('CollectionAssignment', {
      ...{ takenBy: sql('null'), takenByName: sql('null'), takenUntil: sql('null') },
      followUpOn: sql(
        `case when ${isKept} then c.follow_up_on else coalesce(${p.followUpOn}::date, c.follow_up_on) end`,
      ),
      skipReason: sql(`case when ${isKept} then c.skip_reason else ${p.skipReason} end`),
    })}
     where c.organization_id = ${p.organizationId} and c.account_id = ${p.accountId} and ${scope('c.organization_id')}
       and c.taken_by = ${p.actor}
    returning ${OWN}`;
  },
});

const ASSIGNED = ['assignedTo', 'assignedBy', 'assignedAt'] as const;

/**
 * Assigns a loan that was locked, or with null to no one; another agent who has it loses it. `before`: to whom it was
 * assigned. No row: it was assigned so already.
 */
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
       where held.assigned_to is distinct from excluded.assigned_to
      returning account_id
    )
    select (select before.assigned_to from before) as before from made`;
  },
});
