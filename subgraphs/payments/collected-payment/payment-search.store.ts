import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { type ParametersOf, type StatementTools, statement } from '../../../core/db/statement.js';
import { SELECT_PAYMENT, SELECTED_PAYMENT, type SelectedPayment } from './collected-payment.store.js';

/** Null lets everything pass. */
const FILTERS = {
  accountId: 'CollectedPayment.accountId?',
  statuses: 'text[]?',
  methods: 'text[]?',
  loanSystemCode: 'Account.loanSystemCode?',
  leastCents: 'int8?',
  mostCents: 'int8?',
  /** For ILIKE. */
  pattern: 'text?',
  /** The same for names of borrowers; null finds nobody by name. */
  namePattern: 'text?',
  externalReference: 'CollectedPayment.externalReference?',
  createdFrom: 'timestamptz',
  createdBefore: 'timestamptz',
} as const;
export type PaymentFilters = ParametersOf<typeof FILTERS>;

type AfterId = { afterId: string };
type Search = ListDefinition<PaymentFilters, AfterId, SelectedPayment>;
type Placeholders = StatementTools<PaymentFilters & AfterId>['p'];

interface Walk {
  /** Which of an organization's rows after the position the index leads to. */
  readonly range: (p: Placeholders) => string;
  readonly order: string;
}

/** Newest first; one list for each index that leads to what is sought. */
function search(name: string, { range, order }: Walk): Search {
  const page = statement({
    name: `collected_payment.search.${name}`,
    across: 'lenders',
    takes: { ...FILTERS, afterId: 'CollectedPayment.id', limit: 'int8' },
    gives: SELECTED_PAYMENT,
    text: ({ p, scope }) =>
      mergedAcrossOrganizations({
        rows: `${SELECT_PAYMENT} where ${range(p)} and ${filtered(p)}`,
        order,
        mergedOrder: 'id desc',
        limit: p.limit,
        scope,
      }),
  });
  return { name: `collected_payments_${name}`, statement: page, ...NEWEST_FIRST };
}

function filtered(p: Placeholders): string {
  return `c.created_at >= ${p.createdFrom}::timestamptz and c.created_at < ${p.createdBefore}::timestamptz
    and (${p.accountId}::text is null or c.account_id = ${p.accountId})
    and (${p.statuses}::text[] is null or c.status = any(${p.statuses}::text[]::collected_payment_status[]))
    and (${p.methods}::text[] is null or c.payment_method = any(${p.methods}::text[]::collected_payment_method[]))
    and (${p.leastCents}::bigint is null or c.amount_cents >= ${p.leastCents})
    and (${p.mostCents}::bigint is null or c.amount_cents <= ${p.mostCents})
    and (${p.loanSystemCode}::text is null or ${OF_ACCOUNT('a.loan_system_code')} = ${p.loanSystemCode})
    and (${p.pattern}::text is null or c.external_reference ilike ${p.pattern} or c.memo ilike ${p.pattern}
      or ${OF_ACCOUNT('a.external_contract_number')} ilike ${p.pattern}
      or ${OF_ACCOUNT('a.external_account_number')} ilike ${p.pattern} or ${BORROWER_NAME} ilike ${p.namePattern})
    and (${p.externalReference}::text is null or c.external_reference = ${p.externalReference})`;
}

/** Of the payment’s account. Asked for payment by payment: behind a join Postgres may read every account there is first. */
function OF_ACCOUNT(column: string): string {
  return `(select ${column} from account a where a.organization_id = c.organization_id and a.id = c.account_id)`;
}

const BORROWER_NAME = `(select b.display_name from account a join person b on b.organization_id = a.organization_id
        and b.id = a.primary_borrower_party_id where a.organization_id = c.organization_id and a.id = c.account_id)`;

function leadingBy(column: string, value: (p: Placeholders) => string): Walk {
  return {
    range: (p) => `c.organization_id = organization.id and c.${column} = ${value(p)} and c.id < ${p.afterId}`,
    order: 'c.id desc',
  };
}

export const PAYMENT_SEARCHES = {
  all: search('all', { range: (p) => idRange('c', p.afterId), order: newestIdFirst('c') }),
  byAccount: search(
    'by_account',
    leadingBy('account_id', (p) => p.accountId),
  ),
  /** Of any but `posted`, which nearly all are: those are met everywhere on the way through all. */
  byStatus: search(
    'by_status',
    leadingBy('status', (p) => `any(${p.statuses}::text[]::collected_payment_status[]) and c.status <> 'posted'`),
  ),
  byReference: search(
    'by_reference',
    leadingBy('external_reference', (p) => p.externalReference),
  ),
} as const;
