import { lockById } from '../../core/db/by-id.js';
import { columns, derived, type RowOf } from '../../core/db/columns.js';
import { assigned, inserted, leftOut, sameNamed, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { insertEventSql } from '../../core/events/insert-event-sql.js';
import { dayOfOrganization, isInForce } from './flag-stops-sql.js';

/*
 * Flags on loans. Setting and lifting one locks the account's row, as every decision to charge does, and counts up its
 * events.
 */

/** Locks the loan until the transaction ends, so that two flags of a kind are set one after the other. */
export const lockFlaggedAccount = lockById(
  'account_flag.lock_account',
  'Account',
  'a',
  columns('Account', 'a', ['id', 'organizationId']),
  'for no key update',
);

const FLAG = columns('AccountFlag', 'f', [
  'id',
  'organizationId',
  'accountId',
  'kind',
  'reason',
  'effectiveFrom',
  'effectiveUntil',
  'setBy',
  'setByName',
  'setAt',
  'liftedBy',
  'liftedByName',
  'liftedAt',
  'liftReason',
]);
const STATE = derived({ state: 'text' });
export type AccountFlagRow = RowOf<typeof FLAG> & RowOf<typeof STATE>;

/** @param today - SQL of the lenders' day */
function shown(today: string): string {
  const day = dayOfOrganization(today, 'f.organization_id');
  return `${FLAG}, case when f.lifted_at is not null then 'lifted' when ${isInForce('f', day)} then 'in_force'
      when f.effective_from > ${day} then 'scheduled' else 'ended' end as state`;
}

export const flagById = statement({
  name: 'account_flag.by_id',
  takes: { id: 'AccountFlag.id', today: 'date' },
  gives: [FLAG, STATE],
  text: ({ p, scope }) => `
    select ${shown(p.today)} from account_flag f where f.id = ${p.id} and ${scope('f.organization_id')}`,
});

/** The newest flags of several loans, with those that are over. */
export const flagsOfAccounts = statement({
  name: 'account_flag.of_accounts',
  takes: { accountIds: 'Account.id[]', today: 'date', limit: 'int8' },
  gives: [FLAG, STATE],
  text: ({ p, scope, oneOf }) => `
    select latest.* from account a
    cross join lateral (
      select ${shown(p.today)} from account_flag f
       where f.organization_id = a.organization_id and f.account_id = a.id
       order by f.lifted_at is not null, f.id desc limit ${p.limit}) latest
     where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}`,
});

/** A flag of the kind that is not over: it is in force, or will be. */
export const unfinishedFlag = statement({
  name: 'account_flag.unfinished',
  takes: {
    organizationId: 'AccountFlag.organizationId',
    accountId: 'AccountFlag.accountId',
    kind: 'AccountFlag.kind',
    today: 'date',
  },
  gives: columns('AccountFlag', 'f', ['id']),
  text: ({ p, scope }) => `
    select f.id from account_flag f
     where f.organization_id = ${p.organizationId} and f.account_id = ${p.accountId} and f.kind = ${p.kind}
       and ${scope('f.organization_id')} and f.lifted_at is null
       and (f.effective_until is null or f.effective_until >= ${p.today}::date)
     limit 1`,
});

const COUNTED = 'organization_id, id, status_code, event_sequence';

/** The event of a loan whose flag was set or lifted; its code is the kind. */
function flagEvent(type: 'account.flag_set' | 'account.flag_lifted', kind: string, actor: string): string {
  return insertEventSql(
    {
      type,
      object: 'account',
      objectId: sql('counted.id'),
      organizationId: sql('counted.organization_id'),
      accountId: sql('counted.id'),
      sequence: sql('counted.event_sequence'),
      status: sql('counted.status_code'),
      code: sql(kind),
      actor: sql(actor),
    },
    'counted',
  );
}

const SET = ['id', 'organizationId', 'accountId', 'kind', 'reason', 'setBy', 'setByName', 'setAt'] as const;

/** Sets a flag, with its event. */
export const insertFlag = statement({
  name: 'account_flag.set',
  takes: {
    id: 'AccountFlag.id',
    organizationId: 'AccountFlag.organizationId',
    accountId: 'AccountFlag.accountId',
    kind: 'AccountFlag.kind',
    reason: 'AccountFlag.reason',
    effectiveFrom: 'AccountFlag.effectiveFrom',
    effectiveUntil: 'AccountFlag.effectiveUntil',
    setBy: 'AccountFlag.setBy',
    setByName: 'AccountFlag.setByName',
    setAt: 'AccountFlag.setAt',
  },
  gives: columns('AccountFlag', 'made', ['id']),
  text: ({ p, scope }) => {
    const flag = inserted('AccountFlag', {
      ...sameNamed(p, [...SET, 'effectiveFrom', 'effectiveUntil']),
      ...leftOut('liftedBy', 'liftedByName', 'liftedAt', 'liftReason'),
    });
    return `
    with counted as (
      update account set event_sequence = event_sequence + 1
       where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
      returning ${COUNTED}
    ), made as (
      insert into ${flag.into} select ${flag.values} from counted returning id
    ), recorded_event as (${flagEvent('account.flag_set', p.kind, p.setBy)})
    select made.id from made`;
  },
});

/** Lifts a flag, with its event. No row: it was lifted before. */
export const liftFlag = statement({
  name: 'account_flag.lift',
  takes: {
    id: 'AccountFlag.id',
    organizationId: 'AccountFlag.organizationId',
    liftedBy: 'text',
    liftedByName: 'AccountFlag.liftedByName',
    liftedAt: 'timestamptz',
    liftReason: 'AccountFlag.liftReason',
  },
  gives: columns('AccountFlag', 'lifted', ['id']),
  text: ({ p, scope }) => `
    with lifted as (
      update account_flag set ${assigned('AccountFlag', {
        liftedBy: sql(p.liftedBy),
        liftedAt: sql(`${p.liftedAt}::timestamptz`),
        ...sameNamed(p, ['liftedByName', 'liftReason']),
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and lifted_at is null
      returning id, account_id, kind
    ), counted as (
      update account a set event_sequence = a.event_sequence + 1 from lifted
       where a.id = lifted.account_id and a.organization_id = ${p.organizationId}
      returning a.organization_id, a.id, a.status_code, a.event_sequence, lifted.kind
    ), recorded_event as (${flagEvent('account.flag_lifted', 'counted.kind', p.liftedBy)})
    select lifted.id from lifted`,
});
