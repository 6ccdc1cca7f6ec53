import { z } from 'zod';
import { type CamelCased, camelCased } from '../../../core/contract/case-conversion.js';
import {
  checkedBatch,
  createPaymentBatchBody,
  MOST_BATCH_BYTES,
  MOST_BATCH_VALUES,
  type PaymentBatchRowBody,
  paymentBatchMode,
} from '../../../core/contract/payment-batch.js';
import { csvBody } from '../../csv-body.js';
import { operation, type PassesEveryMember } from '../../declare-operation-route.js';
import type {
  CreatePaymentBatchMutation,
  CreatePaymentBatchMutationVariables,
  PaymentBatchRowInput,
} from '../../generated/operations.js';
import { idempotencyHeader, storedPendingAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** 202 with the batch; a worker records its payments. */
export const createPaymentBatch = operation({
  operationId: 'createPaymentBatch',
  method: 'POST',
  path: '/v1/payment-batches',
  summary: 'Record a batch of payments',
  description:
    'Up to 10,000 payments of one organization, as JSON or as CSV with the same columns (with CSV, `mode` and `dry_run` are query parameters). It is accepted completely or not at all: a 422 lists the problems of all rows, 100 at most, with rows counted from 0. Then each row is recorded in the background like a single payment with the row’s own key. Poll the batch.',
  tag: 'Payment batches',
  refusals: ['organization_inactive', 'too_many_open_batches', 'idempotency_conflict', 'idempotency_in_progress'],
  area: 'v1',
  scope: 'external_payments:write',
  limits: { bytes: MOST_BATCH_BYTES, values: MOST_BATCH_VALUES },
  request: z.object({ query: organizationQuery, header: idempotencyHeader, body: createPaymentBatchBody }),
  checkedBody: checkedBatch,
  answers: {
    202: { status: 'accepted', stop_reason: null, finished_at: null, row_count: 1, sum_cents: 12_500 },
  },
  variables: ({ query, header, body: { mode, dry_run, rows } }): CreatePaymentBatchMutationVariables => ({
    organization_id: query.organization_id,
    idempotency_key: header['Idempotency-Key'],
    input: {
      mode,
      dryRun: dry_run,
      rows: rows.map(
        (row): PassesEveryMember<CamelCased<PaymentBatchRowBody>, PaymentBatchRowInput> => camelCased(row),
      ),
    },
  }),
  csvBody: csvBody({
    request: z.object({
      query: organizationQuery.extend({
        mode: paymentBatchMode.describe('For CSV only; in JSON it is `mode`.'),
        dry_run: z.enum(['true', 'false']).default('false').describe('For CSV only; in JSON it is `dry_run`.'),
      }),
      header: idempotencyHeader,
      body: z.string(),
    }),
    variables: ({ query, header, body: csv }): CreatePaymentBatchMutationVariables => ({
      organization_id: query.organization_id,
      idempotency_key: header['Idempotency-Key'],
      input: { mode: query.mode, dryRun: query.dry_run === 'true', csv },
    }),
    example:
      'idempotency_key,external_contract_number,amount_cents,payment_method,check_number\nlockbox-1,ALD-2026-00017,12500,check,10482\n',
  }),
  answered: { operationId: 'getPaymentBatch', member: 'paymentBatch' },
  success: (answer: CreatePaymentBatchMutation) =>
    storedPendingAnswer(answer.createPaymentBatch, '/v1/payment-batches', 'batch_id'),
});
