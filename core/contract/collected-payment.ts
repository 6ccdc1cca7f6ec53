import { z } from 'zod';
import { CARD_BRANDS } from '../cards/card-number.js';
import { conditionalSchema } from './conditional-schema.js';
import { plainLine, plainProse } from './stored-text.js';
import { text } from './text.js';

/** Enumerations of collected payments. */
export const PAYMENT_METHODS = ['cash', 'check', 'card', 'money_order', 'cashiers_check'] as const;
export const COLLECTED_PAYMENT_STATUSES = [
  'pending',
  'posted',
  'pending_confirmation',
  'reversal_pending',
  'reversed',
  'failed',
] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export type CollectedPaymentStatus = (typeof COLLECTED_PAYMENT_STATUSES)[number];

/** Lengths in code points. */
export const EXTERNAL_REFERENCE_LENGTH = 64;
export const MEMO_LENGTH = 200;
export const REASON_LENGTH = 200;

const CONDITIONAL_FIELDS = ['check_number', 'card_brand'] as const;
type ConditionalField = (typeof CONDITIONAL_FIELDS)[number];

/** The conditional field of each method: required for it, and not allowed for any other. */
const CONDITIONAL_FIELD = {
  cash: undefined,
  check: 'check_number',
  card: 'card_brand',
  money_order: 'check_number',
  cashiers_check: 'check_number',
} as const satisfies Record<PaymentMethod, ConditionalField | undefined>;

/** The client's own reference. */
export const externalReference = plainLine({ maximum: EXTERNAL_REFERENCE_LENGTH });

/**
 * Body of record-payment. No text field accepts a card number: those belong to the secure host. Integers go up to
 * 2^53 − 1: a money order's serial number has 11 digits. The rules of method and fields run even when other fields
 * are wrong, so that every problem is reported at once.
 */
export const recordPaymentBody = recordPayment(externalReference, plainProse({ maximum: MEMO_LENGTH }));

/**
 * The body that versions before the stored-text rules accepted: only for keys that are already known, never for new
 * payments.
 */
export const earlierRecordPaymentBody = recordPayment(
  text({ maximum: EXTERNAL_REFERENCE_LENGTH }),
  text({ maximum: MEMO_LENGTH }),
);

function recordPayment<R extends z.ZodType, M extends z.ZodType>(reference: R, memo: M) {
  return z
    .strictObject({
      amount_cents: z.int().positive().describe('Cents of US dollars; at most the payoff amount.'),
      payment_method: z.enum(PAYMENT_METHODS).describe('How the payment was collected.'),
      check_number: z
        .int()
        .positive()
        .nullish()
        .describe('Required for a check, a money order and a cashier’s check; not allowed otherwise.'),
      card_brand: z.enum(CARD_BRANDS).nullish().describe('Required for a card; not allowed otherwise.'),
      external_reference: reference.nullish().describe('The client’s own reference; must not contain a card number.'),
      memo: memo.nullish().describe('A note; must not contain a card number.'),
    })
    .superRefine(fieldsFitTheMethod, { when: () => true })
    .meta(matrixSchema());
}

/** Body of reverse-payment. */
export const reversePaymentBody = reversePayment(plainProse({ maximum: REASON_LENGTH }));

/** Like `earlierRecordPaymentBody`. */
export const earlierReversePaymentBody = reversePayment(text({ maximum: REASON_LENGTH }));

function reversePayment<R extends z.ZodType>(reason: R) {
  return z.strictObject({
    reason: reason.nullish().describe('The reason, shown in the account’s history.'),
    is_nsf: z.boolean().nullish().describe('Whether the payment was returned for non-sufficient funds.'),
  });
}

export type RecordPaymentBody = z.output<typeof recordPaymentBody>;
export type ReversePaymentBody = z.output<typeof reversePaymentBody>;

/**
 * The rules of method and fields as JSON Schema, for readers of the API contract; without `allOf`, which code
 * generators read as inheritance.
 */
function matrixSchema() {
  const isPaidBy = (field: ConditionalField) => ({
    properties: { payment_method: { enum: PAYMENT_METHODS.filter((method) => CONDITIONAL_FIELD[method] === field) } },
  });
  const takes = (needed?: ConditionalField) => ({
    properties: Object.fromEntries(
      CONDITIONAL_FIELDS.map((field) => [field, field === needed ? { not: { type: 'null' } } : { type: 'null' }]),
    ),
    ...(needed !== undefined && { required: [needed] }),
  });
  const others = conditionalSchema(isPaidBy('check_number'), takes('check_number'), takes());
  return conditionalSchema(isPaidBy('card_brand'), takes('card_brand'), others);
}

/** The value may be anything: the check also runs on fields that failed their own rules. */
function fieldsFitTheMethod(value: unknown, context: z.core.$RefinementCtx): void {
  if (typeof value !== 'object' || value === null) return;
  const body = new Map<string, unknown>(Object.entries(value));
  const method = PAYMENT_METHODS.find((known) => known === body.get('payment_method'));
  if (method === undefined) return;
  const needed = CONDITIONAL_FIELD[method];
  for (const field of CONDITIONAL_FIELDS) {
    const given = body.get(field) !== undefined && body.get(field) !== null;
    if (field === needed && !given) {
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `${field} is required when payment_method is ${method}`,
      });
    }
    if (field !== needed && given) {
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `${field} is not allowed when payment_method is ${method}`,
      });
    }
  }
}
