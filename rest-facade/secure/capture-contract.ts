import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { captureCardBody, captureKey } from '../../core/contract/card-capture.js';
import { isoDate } from '../../core/time/dates.js';
import type { LocalContract } from '../route.js';

export const CAPTURE_SCOPE = 'payment_methods:write';

/** A day on which the example's card is valid. */
const EXAMPLE_DAY = isoDate(Temporal.PlainDate.from('2026-01-01'));
const EXAMPLE = {
  account_id: '01J8Z5M0C3W4N7Q2R6T9V1X3Y5',
  card: { number: '4242424242424242', expiration_month: 12, expiration_year: 2099, cvc: '123' },
  cardholder_name: 'Jordan Miller',
  billing_address: { line1: '1 Main Street', city: 'Springfield', state: 'IL', postal_code: '62701', country: 'US' },
  nickname: 'Everyday card',
  set_default: true,
};

/** Contract of card capture. */
export const CAPTURE_CONTRACT: LocalContract = {
  summary: 'Capture a card',
  description:
    'Creates a stored payment method from raw card data; on the secure host only, and never from a page for trying requests. `input` of a 422 is always null here. After a 502 whose `retryable` is true, send the same key and body again.',
  tag: 'Payment methods',
  refusals: [
    'payload_too_large',
    'unsupported_media_type',
    'validation_failed',
    'account_not_found',
    'organization_inactive',
    'idempotency_conflict',
    'idempotency_in_progress',
    'card_declined',
    'tokenization_failed',
    'secure_capture_disabled',
    'outcome_unknown',
  ],
  security: { scope: CAPTURE_SCOPE },
  header: z.object({ 'Idempotency-Key': captureKey }),
  body: { content: { 'application/json': captureCardBody(() => EXAMPLE_DAY) }, example: EXAMPLE },
  success: {
    status: 201,
    about: 'The payment method.',
    body: { operationId: 'getPaymentMethod', member: 'paymentMethod' },
  },
};
