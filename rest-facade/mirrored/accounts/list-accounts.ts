import { z } from 'zod';
import { ACCOUNT_STATUS_CODES } from '../../../core/contract/account-enumerations.js';
import { text } from '../../../core/contract/text.js';
import type { ListAccountsQuery, ListAccountsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

const sought = text({ minimum: 1, maximum: 100 });

/** The accounts in scope, newest first; `from` and `to` are dates of creation. */
export const listAccounts = mirrored({
  operationId: 'listAccounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List accounts',
  description: 'Newest first; `from` and `to` are dates of creation.',
  tag: 'Accounts',
  scope: 'accounts:read',
  request: z.object({
    query: listQuery.safeExtend({
      external_contract_number: sought.describe('Only accounts with exactly this contract number.').optional(),
      external_account_number: sought
        .describe('Only accounts with exactly this account number in their loan system.')
        .optional(),
      status_code: z.enum(ACCOUNT_STATUS_CODES).describe('Only accounts with this status.').optional(),
      borrower: sought
        .describe(
          "Only accounts whose primary borrower’s name contains this; needs `persons:read`. Case, accents and the kind of apostrophe do not matter: `martinez` finds `Martínez`, `o'brien` finds `O’Brien`.",
        )
        .optional(),
    }),
  }),
  variables: ({ query: { status_code: status, ...query } }): ListAccountsQueryVariables => ({
    ...query,
    ...(status !== undefined && { status_codes: [status] }),
  }),
  success: ({ accounts }: ListAccountsQuery) => ({ status: 200, body: accounts }),
});
