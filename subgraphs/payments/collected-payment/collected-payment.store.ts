import type { Principal } from '../../../core/auth/principal.js';
import type { Queries } from '../../../core/db/database.js';
import { type ListDefinition, NEWEST_FIRST, type NestedListDefinition } from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';
import type { CollectedPaymentRow } from './collected-payment.row.js';

/** As selected: the reversal's columns stand beside the payment's. */
export interface SelectedPayment extends Omit<CollectedPaymentRow, 'reversal'> {
  readonly reversalId: string | null;
  readonly reversedAt: string | null;
  readonly reversalReason: string | null;
  readonly isNsf: boolean | null;
  readonly reversalReferenceNumber: number | null;
  readonly reversedBy: string | null;
}

export const SELECT_PAYMENT = `
  select c.id, c.organization_id as "organizationId", c.account_id as "accountId", c.amount_cents as "amountCents",
         c.payment_method as "paymentMethod", c.check_number as "checkNumber", c.status,
         c.effective_date as "effectiveDate", c.external_reference as "externalReference", c.memo,
         c.reference_number as "referenceNumber", c.posted_at as "postedAt",
         r.id as "reversalId", r.reversed_at as "reversedAt", r.reason as "reversalReason", r.is_nsf as "isNsf",
         r.reference_number as "reversalReferenceNumber", r.reversed_by as "reversedBy"
    from collected_payment c
    left join payment_reversal r
      on r.organization_id = c.organization_id and r.payment_id = c.id and r.status <> 'refused'`;

export const paymentById = statement<{ id: string }, SelectedPayment>({
  name: 'collected_payment.by_id',
  text: ({ p, scope }) => `${SELECT_PAYMENT} where c.id = ${p.id} and ${scope('c.organization_id')}`,
});

export const paymentsByIds = statement<{ ids: readonly string[] }, SelectedPayment>({
  name: 'collected_payment.by_ids',
  text: ({ p, scope }) => `${SELECT_PAYMENT} where c.id = any(${p.ids}::text[]) and ${scope('c.organization_id')}`,
});

type OfAccount = { accountId: string };
type AfterId = { afterId: string };

export const paymentsOfAccount = statement<OfAccount & AfterId & { limit: number }, SelectedPayment>({
  name: 'collected_payment.of_account',
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
const paymentPagesOfAccounts = statement<OfAccounts & { limit: number }, SelectedPayment>({
  name: 'collected_payment.pages_of_accounts',
  text: ({ p, scope }) => `
    select page.* from account a
    cross join lateral (
      ${SELECT_PAYMENT} where c.organization_id = a.organization_id and c.account_id = a.id
      order by c.id desc limit ${p.limit}) page
    where a.id = any(${p.accountIds}::text[]) and ${scope('a.organization_id')}
    order by page.id desc`,
});

export const PAYMENTS_OF_ACCOUNTS: NestedListDefinition<OfAccounts, AfterId, SelectedPayment> = {
  list: PAYMENTS_OF_ACCOUNT,
  statement: paymentPagesOfAccounts,
  parentFilter: 'account_id',
  parentOf: ({ accountId }) => accountId,
};

export function withReversal(selected: SelectedPayment): CollectedPaymentRow {
  const { reversalId, reversedAt, reversalReason, isNsf, reversalReferenceNumber, reversedBy, ...payment } = selected;
  const reversal =
    reversalId === null
      ? null
      : { reversedAt, reason: reversalReason, isNsf, referenceNumber: reversalReferenceNumber, reversedBy };
  return { ...payment, reversal };
}

/** A payment that is known to exist, as it stands in this transaction. */
export async function readPayment(queries: Queries, principal: Principal, id: string): Promise<CollectedPaymentRow> {
  const found = await queries.first(principal, paymentById, { id });
  if (found === undefined) throw new Error(`payment ${id} vanished while it was settled`);
  return withReversal(found);
}

/** Where a payment comes from; none of it is in the answers that keys keep. */
export interface PaymentOrigin {
  readonly id: string;
  readonly createdAt: string;
  readonly recordedBy: string;
  readonly cardBrand: string | null;
}

export const originsOfPayments = statement<{ ids: readonly string[] }, PaymentOrigin>({
  name: 'collected_payment.origins',
  text: ({ p, scope }) => `
    select c.id, c.created_at as "createdAt", c.recorded_by as "recordedBy", c.card_brand as "cardBrand"
      from collected_payment c where c.id = any(${p.ids}::text[]) and ${scope('c.organization_id')}`,
});
