import { z } from 'zod';
import { LEDGER_ACCOUNT_NAMES } from '../../../core/contract/ledger-accounts.js';
import { operation } from '../../declare-operation-route.js';
import type { ListLedgerEntriesQuery, ListLedgerEntriesQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';

/** The journal of the ledger, latest business day first. */
export const listLedgerEntries = operation({
  operationId: 'listLedgerEntries',
  method: 'GET',
  path: '/v1/ledger/entries',
  summary: "List the ledger's journal entries",
  description:
    'Entries with their lines, latest business day first, and within a day the latest written first; `from` and `to` are business days. The lines of an entry sum to zero, and an entry never changes.',
  tag: 'Ledger',
  refusals: ['account_not_found'],
  area: 'v1',
  scope: 'ledger:read',
  request: z.object({
    query: listQuery.safeExtend({
      account_id: z.string().describe('Only entries of this account’s loan.').optional(),
      type: z.string().describe('Only entries of this type.').optional(),
      ledger_account: z
        .enum(LEDGER_ACCOUNT_NAMES)
        .describe('Only entries with a line of this ledger account.')
        .optional(),
    }),
  }),
  variables: ({ query }): ListLedgerEntriesQueryVariables => query,
  success: ({ ledgerEntries }: ListLedgerEntriesQuery) => ({ status: 200, body: ledgerEntries }),
});
