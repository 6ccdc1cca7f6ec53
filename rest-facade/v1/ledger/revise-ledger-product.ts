import { z } from 'zod';
import { reviseProductBody } from '../../../core/contract/ledger-product.js';
import { operation } from '../../declare-operation-route.js';
import type { ReviseLedgerProductMutation, ReviseLedgerProductMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';
import { termsInput } from './product-terms-input.js';

/** 201 with the product and its new version. */
export const reviseLedgerProduct = operation({
  operationId: 'reviseLedgerProduct',
  method: 'POST',
  path: '/v1/ledger/products/{product_id}/versions',
  summary: 'Revise a product',
  description:
    'Adds a version of the terms for loans booked from now on; existing loans keep theirs. Omitted terms are those of the current version.',
  tag: 'Ledger',
  refusals: ['ledger_product_not_found', 'organization_inactive', 'idempotency_conflict', 'idempotency_in_progress'],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({
    path: z.object({ product_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    body: reviseProductBody,
  }),
  answers: { 201: {} },
  variables: ({ path, header, body }): ReviseLedgerProductMutationVariables => ({
    ...path,
    idempotency_key: header['Idempotency-Key'],
    input: termsInput(body),
  }),
  answered: { operationId: 'getLedgerProduct', member: 'ledgerProduct' },
  success: (answer: ReviseLedgerProductMutation) => storedAnswer(answer.reviseLedgerProduct),
});
