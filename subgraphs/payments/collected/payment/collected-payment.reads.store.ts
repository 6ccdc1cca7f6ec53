import { readByIds } from '../../../../core/db/by-id.js';
import { columns, columnsAs, type RowOf } from '../../../../core/db/columns.js';
import type { Queries } from '../../../../core/db/database.js';
import {
  type AfterId,
  type ListDefinition,
  NEWEST_FIRST,
  type NestedListDefinition,
} from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { type CollectedPaymentRow, PAYMENT_FIELDS } from './collected-payment.row.js';

const PAYMENT = columns('CollectedPayment', 'c', PAYMENT_FIELDS);
const REVERSAL = columnsAs('PaymentReversal', 'r', {
  reversalId: 'id',
  reversedAt: 'reversedAt',
  reversalReason: 'reason',
  isNsf: 'isNsf',
  reversalReferenceNumber: 'referenceNumber',
  reversedBy: 'reversedBy',
}).orNull();

/** As selected: the reversal's columns are next to the payment's. */
export const SELECTED_PAYMENT = [PAYMENT, REVERSAL] as const;
export type SelectedPayment = RowOf<typeof PAYMENT> & RowOf<typeof REVERSAL>;

export const PAYMENT_AND_REVERSAL = `${PAYMENT}, ${REVERSAL}`;
export const WITH_REVERSAL = `left join payment_reversal r
      on r.organization_id = c.organization_id and r.payment_id = c.id and r.status <> 'refused'`;
export const SELECT_PAYMENT = `
  select ${PAYMENT_AND_REVERSAL}
    from collected_payment c
    ${WITH_REVERSAL}`;

export const paymentById = statement({
  name: 'collected_payment.by_id',
  takes: { id: 'CollectedPayment.id' },
  gives: SELECTED_PAYMENT,
  text: ({ p, scope }) => `${SELECT_PAYMENT} where c.id = ${p.id} and ${scope('c.organization_id')}`,
});

export const paymentsByIds = statement({
  name: 'collected_payment.by_ids',
  takes: { ids: 'CollectedPayment.id[]' },
  gives: SELECTED_PAYMENT,
  text: ({ scope, oneOf }) => `${SELECT_PAYMENT} where ${oneOf('c.id', 'ids')} and ${scope('c.organization_id')}`,
});

type OfAccount = { accountId: string };

export const paymentsOfAccount = statement({
  name: 'collected_payment.of_account',
  takes: { accountId: 'Account.id', afterId: 'CollectedPayment.id', limit: 'int8' },
  gives: SELECTED_PAYMENT,
  text: ({ p, scope }) => `${SELECT_PAYMENT}
     where c.organization_id = (select a.organization_id from account a where a.id = ${p.accountId} and ${scope('a.organization_id')})
       and c.account_id = ${p.accountId} and c.id < ${p.afterId} and ${scope('c.organization_id')}
     order by c.id desc limit ${p.limit}`,
});

/** Newest first: ids are ULIDs, so their order is the order of recording. */
export const PAYMENTS_OF_ACCOUNT: ListDefinition<OfAccount, AfterId, SelectedPayment> = {
  name: 'collected_payments',
  statement: paymentsOfAccount,
  ...NEWEST_FIRST,
};

type OfAccounts = { accountIds: readonly string[] };

/** The first page of each of several accounts. */
const paymentPagesOfAccounts = statement({
  name: 'collected_payment.pages_of_accounts',
  takes: { accountIds: 'Account.id[]', limit: 'int8' },
  gives: SELECTED_PAYMENT,
  text: ({ p, scope, oneOf }) => `
    select page.* from account a
    cross join lateral (
      ${SELECT_PAYMENT} where c.organization_id = a.organization_id and c.account_id = a.id
      order by c.id desc limit ${p.limit}) page
    where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}
    order by page.id desc`,
});

export const PAYMENTS_OF_ACCOUNTS: NestedListDefinition<OfAccounts, AfterId, SelectedPayment> = {
  list: PAYMENTS_OF_ACCOUNT,
  statement: paymentPagesOfAccounts,
  parentFilter: 'account_id',
  parentOf: ({ accountId }) => accountId,
};

/** For a payment that is stored as JSON: only the contract's fields. */
export function withReversal(selected: SelectedPayment): CollectedPaymentRow {
  const { reversalId, reversedAt, reversalReason, isNsf, reversalReferenceNumber, reversedBy, ...payment } = selected;
  return { ...payment, reversal: reversalOf(selected) };
}

/** For the graph, which picks fields by name: the row itself, because a copy costs more than reading it. */
export function addReversal(selected: SelectedPayment): CollectedPaymentRow {
  return Object.assign(selected, { reversal: reversalOf(selected) });
}

function reversalOf(selected: SelectedPayment): CollectedPaymentRow['reversal'] {
  if (selected.reversalId === null) return null;
  const { reversedAt, reversalReason: reason, isNsf, reversalReferenceNumber: referenceNumber, reversedBy } = selected;
  return { reversedAt, reason, isNsf, referenceNumber, reversedBy };
}

/** A payment that is known to exist, as this transaction sees it. */
export async function readPayment(queries: Queries, principal: Principal, id: string): Promise<CollectedPaymentRow> {
  const found = await queries.first(principal, paymentById, { id });
  if (found === undefined) throw new Error(`payment ${id} disappeared while it was settled`);
  return withReversal(found);
}

const isStored = statement({
  name: 'collected_payment.is_stored',
  takes: { id: 'CollectedPayment.id', organizationId: 'CollectedPayment.organizationId' },
  gives: columns('CollectedPayment', 'c', ['id']),
  text: ({ p, scope }) => `
    select c.id from collected_payment c
     where c.id = ${p.id} and c.organization_id = ${p.organizationId} and ${scope('c.organization_id')}`,
});

/** Whether a payment has this id. */
export async function paymentExists(
  queries: Queries,
  principal: Principal,
  key: { readonly id: string; readonly organizationId: string },
): Promise<boolean> {
  return (await queries.first(principal, isStored, key)) !== undefined;
}

/** Where a payment comes from. Stored answers of idempotency keys contain none of these fields. */
const ORIGIN = columns('CollectedPayment', 'c', ['id', 'createdAt', 'recordedBy', 'cardBrand']);
export type PaymentOrigin = RowOf<typeof ORIGIN>;

export const originsOfPayments = readByIds('collected_payment.origins', 'CollectedPayment', 'c', ORIGIN);
