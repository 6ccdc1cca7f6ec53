import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';
import { isEligible } from './eligible.js';

/** What may be shown of a stored instrument. The processor's token is read by whoever charges, and by nobody else. */
export interface PaymentMethodRow {
  readonly id: string;
  readonly organizationId: string;
  readonly partyId: string;
  readonly instrumentType: string;
  readonly nickname: string | null;
  readonly holderName: string;
  readonly lastFour: string;
  readonly cardBrand: string | null;
  readonly expirationMonth: number | null;
  readonly expirationYear: number | null;
  readonly bankName: string | null;
  readonly isActive: boolean;
}

export const METHOD_COLUMNS = `m.id, m.organization_id as "organizationId", m.party_id as "partyId",
  m.instrument_type as "instrumentType", m.nickname, m.holder_name as "holderName", m.last_four as "lastFour",
  m.card_brand as "cardBrand", m.expiration_month as "expirationMonth", m.expiration_year as "expirationYear",
  m.bank_name as "bankName", m.is_active as "isActive"`;

export const paymentMethodsByIds = statement<{ ids: readonly string[] }, PaymentMethodRow>({
  name: 'payment_method.by_ids',
  text: ({ p, scope }) => `
    select ${METHOD_COLUMNS} from payment_method m where m.id = any(${p.ids}::text[]) and ${scope('m.organization_id')}`,
});

type AfterId = { afterId: string };
type Filters = { partyId: string | null; createdFrom: string; createdBefore: string };

/** Newest first, inactive ones too. */
const paymentMethodPage = statement<Filters & AfterId & { limit: number }, PaymentMethodRow>({
  name: 'payment_method.page',
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${METHOD_COLUMNS} from payment_method m
        where ${idRange('m', p.afterId)}
          and (${p.partyId}::text is null or m.party_id = ${p.partyId})
          and m.created_at >= ${p.createdFrom}::timestamptz and m.created_at < ${p.createdBefore}::timestamptz`,
      order: newestIdFirst('m'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

export const PAYMENT_METHODS: ListDefinition<Filters, AfterId, PaymentMethodRow> = {
  name: 'payment_methods',
  statement: paymentMethodPage,
  ...NEWEST_FIRST,
};

/** Methods that may fund what is paid on an account: of its active borrowers, and eligible themselves. */
const eligible = (p: { readonly processors: string; readonly today: string }) => `
  from account_borrower b join payment_method m on m.organization_id = b.organization_id and m.party_id = b.person_id
 where b.is_active and ${isEligible('m', p)}`;

type Eligible = {
  accountId: string;
  processors: readonly string[];
  today: string;
  createdFrom: string;
  createdBefore: string;
};

const eligiblePage = statement<Eligible & AfterId & { limit: number }, PaymentMethodRow>({
  name: 'payment_method.eligible_page',
  text: ({ p, scope }) => `
    select ${METHOD_COLUMNS} ${eligible(p)} and b.account_id = ${p.accountId} and ${scope('b.organization_id')}
       and m.id < ${p.afterId}
       and m.created_at >= ${p.createdFrom}::timestamptz and m.created_at < ${p.createdBefore}::timestamptz
     order by m.id desc limit ${p.limit}`,
});

export const ELIGIBLE_METHODS: ListDefinition<Eligible, AfterId, PaymentMethodRow> = {
  name: 'eligible_payment_methods',
  statement: eligiblePage,
  ...NEWEST_FIRST,
};

type EligibleOf = { accountIds: readonly string[]; processors: readonly string[]; today: string };

/** The eligible methods of several accounts, newest first; `accountId` says whose. */
export const eligibleOfAccounts = statement<EligibleOf, PaymentMethodRow & { readonly accountId: string }>({
  name: 'payment_method.eligible_of_accounts',
  text: ({ p, scope }) => `
    select ${METHOD_COLUMNS}, b.account_id as "accountId" ${eligible(p)}
       and b.account_id = any(${p.accountIds}::text[]) and ${scope('b.organization_id')}
     order by m.id desc`,
});

/** The methods of several borrowers, newest first, inactive ones too. */
export const methodsOfParties = statement<{ partyIds: readonly string[] }, PaymentMethodRow>({
  name: 'payment_method.of_parties',
  text: ({ p, scope }) => `
    select ${METHOD_COLUMNS} from payment_method m
     where m.party_id = any(${p.partyIds}::text[]) and ${scope('m.organization_id')}
     order by m.id desc`,
});

type Change = {
  id: string;
  setsNickname: boolean;
  nickname: string | null;
  holderName: string | null;
};

/** What is left out stays. */
export const updateMethod = statement<Change, PaymentMethodRow>({
  name: 'payment_method.update',
  text: ({ p, scope }) => `
    update payment_method m set
      nickname = case when ${p.setsNickname}::boolean then ${p.nickname}::text else m.nickname end,
      holder_name = coalesce(${p.holderName}::text, m.holder_name)
     where m.id = ${p.id} and ${scope('m.organization_id')}
    returning ${METHOD_COLUMNS}`,
});

/** Holds the method until the transaction ends: no schedule can be put on it meanwhile. */
export const lockMethod = statement<{ id: string }, PaymentMethodRow>({
  name: 'payment_method.lock',
  text: ({ p, scope }) => `
    select ${METHOD_COLUMNS} from payment_method m where m.id = ${p.id} and ${scope('m.organization_id')} for update`,
});

/** No row: an active or paused schedule uses it. A statement of its own, so that it sees what committed before the lock. */
export const deactivateMethod = statement<{ id: string }, PaymentMethodRow>({
  name: 'payment_method.deactivate',
  text: ({ p, scope }) => `
    update payment_method m set is_active = false, deactivated_at = coalesce(m.deactivated_at, now()), is_default = false
     where m.id = ${p.id} and ${scope('m.organization_id')} and not exists (
       select from autopay_schedule s where s.organization_id = m.organization_id and s.payment_method_id = m.id
         and s.status in ('active', 'paused'))
    returning ${METHOD_COLUMNS}`,
});

/** What the answers that keys keep do not have: since when a method is there, and whether it is now its owner's default. */
export interface MethodStanding {
  readonly id: string;
  readonly createdAt: string;
  readonly isDefault: boolean;
}

export const standingsOfMethods = statement<{ ids: readonly string[] }, MethodStanding>({
  name: 'payment_method.standings',
  text: ({ p, scope }) => `
    select m.id, m.created_at as "createdAt", m.is_default as "isDefault"
      from payment_method m where m.id = any(${p.ids}::text[]) and ${scope('m.organization_id')}`,
});
