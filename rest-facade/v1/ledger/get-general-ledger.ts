import { z } from 'zod';
import type { GetGeneralLedgerQuery, GetGeneralLedgerQueryVariables } from '../../generated/operations.js';
import { operation } from '../../operation.js';
import { rangeQuery } from '../../request/list-query.js';

/** What each ledger account came to: as JSON in the whole range, as CSV day by day. */
export const getGeneralLedger = operation({
  operationId: 'getGeneralLedger',
  method: 'GET',
  path: '/v1/ledger/general-ledger',
  summary: 'Read the general ledger',
  description:
    'What each ledger account came to, by business days: debits, credits, and the difference, which over all accounts is zero. As JSON the whole range in one row for each ledger account; with `Accept: text/csv` a file with a row for each organization, business day and ledger account, however long it is.',
  tag: 'Ledger',
  area: 'v1',
  scope: 'ledger:read',
  csv: {
    code: 'general-ledger',
    columns: ['organization_id', 'effective_on', 'ledger_account', 'debit_cents', 'credit_cents', 'net_cents'],
  },
  request: z.object({ query: rangeQuery }),
  variables: ({ query }): GetGeneralLedgerQueryVariables => query,
  success: ({ generalLedger }: GetGeneralLedgerQuery) => ({ status: 200, body: generalLedger }),
});
