import { z } from 'zod';
import { createProductBody } from '../../../core/contract/ledger-product.js';
import { operation } from '../../declare-operation-route.js';
import type { CreateLedgerProductMutation, CreateLedgerProductMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';
import { termsInput } from './product-terms-input.js';

/** 201 with the product, its terms as version 1. */
export const createLedgerProduct = operation({
  operationId: 'createLedgerProduct',
  method: 'POST',
  path: '/v1/ledger/products',
  summary: 'Create a product',
  description:
    'A kind of loan with its terms, which become version 1. Omitted terms are those of loans without a product.',
  tag: 'Ledger',
  refusals: ['organization_inactive', 'ledger_product_code_in_use', 'idempotency_conflict', 'idempotency_in_progress'],
  area: 'v1',
  scope: 'ledger:write',
  request: z.object({ query: organizationQuery, header: idempotencyHeader, body: createProductBody }),
  answers: { 201: {} },
  variables: ({ query, header, body }): CreateLedgerProductMutationVariables => ({
    idempotency_key: header['Idempotency-Key'],
    input: {
      organizationId: body.organization_id ?? query.organization_id,
      code: body.code,
      name: body.name,
      ...termsInput(body),
    },
  }),
  answered: { operationId: 'getLedgerProduct', member: 'ledgerProduct' },
  success: (answer: CreateLedgerProductMutation) => storedAnswer(answer.createLedgerProduct),
});
