import { z } from 'zod';

/** The fields that we use of Stripe's objects, and no others: they are validated like any other input. */

const failed = z.object({ code: z.string().optional(), decline_code: z.string().optional() });

export const customerObject = z.object({ object: z.literal('customer'), id: z.string() });

export const paymentMethodObject = z.object({
  object: z.literal('payment_method'),
  id: z.string(),
  card: z.object({
    brand: z.string(),
    last4: z.string().regex(/^\d{4}$/),
    exp_month: z.int(),
    exp_year: z.int(),
  }),
});

export const setupIntentObject = z.object({
  object: z.literal('setup_intent'),
  id: z.string(),
  status: z.string(),
  last_setup_error: failed.nullish(),
});

export const paymentIntentObject = z.object({
  object: z.literal('payment_intent'),
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  metadata: z.record(z.string(), z.string()),
  last_payment_error: failed.nullish(),
});
export type PaymentIntentObject = z.infer<typeof paymentIntentObject>;

export const listedIntentObject = paymentIntentObject.extend({ created: z.int() });

export const refundObject = z.object({
  object: z.literal('refund'),
  id: z.string(),
  amount: z.int(),
  status: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
});
export type RefundObject = z.infer<typeof refundObject>;

export const returnedRefundObject = refundObject.extend({ created: z.int() });
export type ReturnedRefundObject = z.infer<typeof returnedRefundObject>;

/** A reference to another object: its identifier, or the expanded object. */
const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

export const disputeObject = z.object({
  object: z.literal('dispute'),
  id: z.string(),
  status: z.string(),
  reason: z.string(),
  amount: z.int(),
  created: z.int(),
  payment_intent: named.nullish(),
  /** Its effect on the balance: negative when funds were withdrawn. */
  balance_transactions: z.array(z.object({ amount: z.int() })),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
});
export type DisputeObject = z.infer<typeof disputeObject>;

/** With its customer expanded, whose metadata name the organization. */
export const storedMethodObject = z.object({
  object: z.literal('payment_method'),
  customer: z.object({ metadata: z.record(z.string(), z.string()).nullish() }).nullish(),
  card: z.object({
    brand: z.string(),
    last4: z.string().regex(/^\d{4}$/),
    exp_month: z.int(),
    exp_year: z.int(),
  }),
});

/** An event; only the object that it is about is read. */
export const eventObject = z.object({
  object: z.literal('event'),
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.looseObject({ object: z.string(), id: z.string().nullish() }) }),
});
export type EventObject = z.infer<typeof eventObject>;

/** The thin payload of an event destination: it names the object but does not contain it. */
export const thinEvent = z.object({ object: z.literal('v2.core.event') });

/** Refunds and disputes name the PaymentIntent that was charged. */
export const intentOf = z.object({ payment_intent: named.nullish() });
export const listedRefundObject = refundObject.extend({
  amount: z.int(),
  created: z.int(),
  payment_intent: z.string().nullable(),
});
