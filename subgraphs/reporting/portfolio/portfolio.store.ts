import { columns, derived, type RowOf } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';

const ORGANIZATION = columns('Account', 'account', ['organizationId']);
const STATUS = columns('Account', 'account', ['statusCode']);
const AMOUNTS = derived({ accounts: 'int8', balanceCents: 'int8' });
export type PortfolioRecord = RowOf<typeof ORGANIZATION> & RowOf<typeof STATUS> & RowOf<typeof AMOUNTS>;

export const portfolioByStatus = statement({
  name: 'portfolio.by_status',
  takes: { organizationIds: 'Account.organizationId[]' },
  gives: [ORGANIZATION, STATUS, AMOUNTS],
  text: ({ p, scope }) => `
    select ${ORGANIZATION}, ${STATUS}, count(*) as accounts,
           sum(current_balance_cents)::bigint as "balanceCents"
      from account where organization_id = any(${p.organizationIds}::text[]) and ${scope('organization_id')}
     group by organization_id, status_code order by organization_id, status_code`,
});

export const portfolioInScope = statement({
  name: 'portfolio.in_scope',
  across: 'lenders',
  gives: [STATUS, AMOUNTS],
  text: ({ scope }) => `
    select ${STATUS}, count(*) as accounts, sum(current_balance_cents)::bigint as "balanceCents"
      from account where ${scope('organization_id')} group by status_code order by status_code`,
});
