import { z } from 'zod';

/** What is used of Stripe's objects, and nothing more: what comes in is checked like at any other edge. */

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

export const refundObject = z.object({
  object: z.literal('refund'),
  id: z.string(),
  status: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
});
export type RefundObject = z.infer<typeof refundObject>;
