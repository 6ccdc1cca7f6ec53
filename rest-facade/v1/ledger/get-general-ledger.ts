import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetGeneralLedgerQuery, GetGeneralLedgerQueryVariables } from '../../generated/operations.js';
import { rangeQuery } from '../../request/list-query.js';

/** Totals of each ledger account: as JSON for the whole range, as CSV day by day. */
export const getGeneralLedger = operation({
  operationId: 'getGeneralLedger',
  method: 'GET',
  path: '/v1/ledger/general-ledger',
  summary: 'Read the general ledger',
  description:
    'Totals of each ledger account over business days: debits, credits, and the difference, which is zero over all accounts. As JSON, the whole range with one row per ledger account; with `Accept: text/csv`, a file of any length with a row for each organization, business day and ledger account.',
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
