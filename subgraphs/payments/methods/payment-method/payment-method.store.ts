import { SANDBOX_PROCESSOR_CODE } from '../../../../connectors/card-processors/sandbox/sandbox.js';
import { lockById, readByIds } from '../../../../core/db/by-id.js';
import { columns, columnsAs, type RowOf } from '../../../../core/db/columns.js';
import { assigned, sql } from '../../../../core/db/insert-sql.js';
import {
  type AfterId,
  CREATED,
  idRange,
  isCreatedThen,
  type ListDefinition,
  type ListRows,
  NEWEST_FIRST,
  newestFirst,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { ownerOf } from '../../../../core/db/row-key.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';
import { type EventValues, insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import { isEligible } from './is-eligible-for-schedule-sql.js';

/** What may be shown of a stored instrument. The processor's token is read only by code that charges. */
export const METHOD = columns('PaymentMethod', 'm', [
  'id',
  'organizationId',
  'partyId',
  'instrumentType',
  'nickname',
  'holderName',
  'lastFour',
  'cardBrand',
  'expirationMonth',
  'expirationYear',
  'bankName',
  'isActive',
]);
export type PaymentMethodRow = RowOf<typeof METHOD>;

export const paymentMethodsByIds = readByIds('payment_method.by_ids', 'PaymentMethod', 'm', METHOD);

const FILTERS = { partyId: 'PaymentMethod.partyId?', isActive: 'bool?', ...CREATED } as const;

const methodList = (name: string, page: string, range: ListRows<typeof FILTERS>, order: string) =>
  newestFirst({
    name,
    page,
    filters: FILTERS,
    gives: METHOD,
    rows: (p) => `select ${METHOD} from payment_method m
      where ${range(p)}
        and (${p.partyId}::text is null or m.party_id = ${p.partyId})
        and (${p.isActive}::boolean is null or m.is_active = ${p.isActive}::boolean)
        and ${isCreatedThen('m', p)}`,
    order,
  });

export const PAYMENT_METHODS = methodList(
  'payment_methods',
  'payment_method.page',
  (p) => idRange('m', p.afterId),
  newestIdFirst('m'),
);

/** For active ones only, and for inactive ones only: each has an index of its own. */
const listOfSome = (name: string, page: string, which: string) =>
  methodList(
    name,
    page,
    (p) => `m.organization_id = organization.id and m.id < ${p.afterId} and ${which}`,
    'm.id desc',
  );

export const ACTIVE_METHODS = listOfSome('active_payment_methods', 'payment_method.active_page', 'm.is_active');
export const INACTIVE_METHODS = listOfSome(
  'inactive_payment_methods',
  'payment_method.inactive_page',
  'not m.is_active',
);

/** A sandbox organization has only the sandbox processor's cards. */
const chargeableBy = (organizationId: string, processors: string) =>
  `case when exists (select from organization own where own.id = ${organizationId} and own.sandbox)
        then array['${SANDBOX_PROCESSOR_CODE}'] else ${processors} end`;

/** Methods that may fund payments on an account: they belong to its active borrowers and are eligible themselves. */
const eligible = ({ processors, today }: Readonly<Record<'processors' | 'today', string>>) => `
  from account_borrower b join payment_method m on m.organization_id = b.organization_id and m.party_id = b.person_id
 where b.is_active and ${isEligible('m', { processors: chargeableBy('m.organization_id', processors), today })}`;

const TODAY = { processors: 'text[]', today: 'date' } as const;
const ELIGIBLE = { accountId: 'AccountBorrower.accountId', ...TODAY, ...CREATED } as const;
type Eligible = ParametersOf<typeof ELIGIBLE>;

const eligiblePage = statement({
  name: 'payment_method.eligible_page',
  takes: { ...ELIGIBLE, afterId: 'PaymentMethod.id', limit: 'int8' },
  gives: METHOD,
  text: ({ p, scope }) => `
    select ${METHOD} ${eligible(p)} and b.account_id = ${p.accountId} and ${scope('b.organization_id')}
       and m.id < ${p.afterId}
       and ${isCreatedThen('m', p)}
     order by m.id desc limit ${p.limit}`,
});

export const ELIGIBLE_METHODS: ListDefinition<Eligible, AfterId, PaymentMethodRow> = {
  name: 'eligible_payment_methods',
  statement: eligiblePage,
  ...NEWEST_FIRST,
};

const ACCOUNT = columnsAs('AccountBorrower', 'b', { accountId: 'accountId' });

/** The eligible methods of several accounts, newest first; `accountId` names the account. */
export const eligibleOfAccounts = statement({
  name: 'payment_method.eligible_of_accounts',
  takes: { accountIds: 'AccountBorrower.accountId[]', ...TODAY },
  gives: [METHOD, ACCOUNT],
  text: ({ p, scope, oneOf }) => `
    select ${METHOD}, ${ACCOUNT} ${eligible(p)}
       and ${oneOf('b.account_id', 'accountIds')} and ${scope('b.organization_id')}
     order by m.id desc`,
});

/** The methods of several borrowers, newest first, including inactive ones. */
export const methodsOfParties = statement({
  name: 'payment_method.of_parties',
  takes: { partyIds: 'PaymentMethod.partyId[]' },
  gives: METHOD,
  text: ({ scope, oneOf }) => `
    select ${METHOD} from payment_method m
     where ${oneOf('m.party_id', 'partyIds')} and ${scope('m.organization_id')}
     order by m.id desc`,
});

const METHOD_KEY = { id: 'PaymentMethod.id', organizationId: 'PaymentMethod.organizationId' } as const;

/** The event of the method `m` that a statement has written. */
export const WRITTEN_METHOD = {
  object: 'payment_method',
  objectId: sql('m.id'),
  organizationId: sql('m.organization_id'),
  accountId: sql('null'),
  sequence: sql('m.event_sequence'),
  status: sql(`case when m.is_active then 'active' else 'inactive' end`),
} satisfies Omit<EventValues, 'type' | 'actor'>;

/** Omitted fields keep their values. The method is locked, so its previous state is the one being changed. */
export const updateMethod = statement({
  name: 'payment_method.update',
  takes: {
    ...METHOD_KEY,
    setsNickname: 'bool',
    nickname: 'PaymentMethod.nickname',
    holderName: 'PaymentMethod.holderName?',
    actor: 'Event.actor',
  },
  gives: METHOD,
  text: ({ p, scope }) => {
    const nickname = sql(`case when ${p.setsNickname}::boolean then ${p.nickname}::text else m.nickname end`);
    const holderName = sql(`coalesce(${p.holderName}::text, m.holder_name)`);
    return `
    with was as (
      select w.event_sequence from payment_method w where w.id = ${p.id} and w.organization_id = ${p.organizationId}
    ), m as (
      update payment_method m set ${assigned('PaymentMethod', {
        nickname,
        holderName,
        eventSequence: sql(`m.event_sequence + case when (m.nickname, m.holder_name) is distinct from
          (${nickname}, ${holderName}) then 1 else 0 end`),
      })}
       where m.id = ${p.id} and m.organization_id = ${p.organizationId} and ${scope('m.organization_id')}
      returning m.*
    ), recorded_event as (${insertEventSql(
      { ...WRITTEN_METHOD, type: 'payment_method.changed', previousStatus: WRITTEN_METHOD.status, actor: p.actor },
      'm join was on m.event_sequence > was.event_sequence',
    )})
    select ${METHOD} from m`;
  },
});

export const methodOwner = ownerOf('PaymentMethod');

/** Locks the method until the transaction ends: no schedule can be created for it in between. */
export const lockMethod = lockById('payment_method.lock', 'PaymentMethod', 'm', METHOD, 'for update');

/**
 * No row: an active or paused schedule uses it, or a one-time charge that is under way. It is a separate statement, so that it sees everything committed
 * before the lock.
 */
export const deactivateMethod = statement({
  name: 'payment_method.deactivate',
  takes: { ...METHOD_KEY, actor: 'Event.actor' },
  gives: METHOD,
  text: ({ p, scope }) => `
    with m as (
    update payment_method m set ${assigned('PaymentMethod', {
      isActive: sql('false'),
      deactivatedAt: sql('least(m.deactivated_at, now())'),
      isDefault: sql('false'),
      eventSequence: NEXT_EVENT_SEQUENCE,
    })}
     where m.is_active and m.id = ${p.id} and m.organization_id = ${p.organizationId} and ${scope('m.organization_id')} and not exists (
       select from autopay_schedule s where s.organization_id = m.organization_id and s.payment_method_id = m.id
         and (s.status in ('active', 'paused') or s.is_one_time and exists (
           select from autopay_run r where r.organization_id = s.organization_id and r.schedule_id = s.id
             and r.status = 'charging')))
    returning m.*
    ), recorded_event as (${insertEventSql(
      { ...WRITTEN_METHOD, type: 'payment_method.deactivated', previousStatus: sql(`'active'`), actor: p.actor },
      'm',
    )})
    select ${METHOD} from m`,
});

/**
 * Fields that stored answers of idempotency keys lack: when a method was created, and whether it is its owner's
 * current default.
 */
const STANDING = columns('PaymentMethod', 'm', ['id', 'createdAt', 'isDefault']);
export type MethodDetails = RowOf<typeof STANDING>;

export const detailsOfMethods = readByIds('payment_method.standings', 'PaymentMethod', 'm', STANDING);
