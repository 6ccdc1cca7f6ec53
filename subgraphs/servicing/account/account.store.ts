import { statement } from '../../../core/db/statement.js';

export interface AccountRow {
  readonly id: string;
  readonly organizationId: string;
  readonly primaryBorrowerPartyId: string;
  readonly externalContractNumber: string | null;
  readonly externalAccountNumber: string | null;
  readonly currentBalanceCents: number;
  readonly statusCode: string;
}

export const accountsByIds = statement<{ ids: readonly string[] }, AccountRow>({
  name: 'account.by_ids',
  text: ({ p, scope }) => `
    select id, organization_id as "organizationId", primary_borrower_party_id as "primaryBorrowerPartyId",
           external_contract_number as "externalContractNumber", external_account_number as "externalAccountNumber",
           current_balance_cents as "currentBalanceCents", status_code as "statusCode"
      from account where id = any(${p.ids}::text[]) and ${scope('organization_id')}`,
});
