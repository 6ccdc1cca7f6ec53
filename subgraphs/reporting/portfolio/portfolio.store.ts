import { statement } from '../../../core/db/statement.js';

export interface PortfolioRecord {
  readonly organizationId: string;
  readonly statusCode: string;
  readonly accounts: number;
  readonly balanceCents: number;
}

export const portfolioByStatus = statement<{ organizationIds: readonly string[] }, PortfolioRecord>({
  name: 'portfolio.by_status',
  text: ({ p, scope }) => `
    select organization_id as "organizationId", status_code as "statusCode", count(*) as accounts,
           sum(current_balance_cents)::bigint as "balanceCents"
      from account where organization_id = any(${p.organizationIds}::text[]) and ${scope('organization_id')}
     group by organization_id, status_code order by organization_id, status_code`,
});

export const portfolioInScope = statement<Record<string, never>, Omit<PortfolioRecord, 'organizationId'>>({
  name: 'portfolio.in_scope',
  text: ({ scope }) => `
    select status_code as "statusCode", count(*) as accounts, sum(current_balance_cents)::bigint as "balanceCents"
      from account where ${scope('organization_id')} group by status_code order by status_code`,
});
