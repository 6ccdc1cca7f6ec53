import { z } from 'zod';

/**
 * A collected payment with its reversal, as it is answered (spec 2.1, 2.2). A schema and not only a type, because the answers
 * of idempotency keys are kept as JSON and must still be this when they are read back.
 */
export const collectedPaymentRow = z.object({
  id: z.string(),
  organizationId: z.string(),
  accountId: z.string(),
  amountCents: z.number(),
  paymentMethod: z.string(),
  checkNumber: z.number().nullable(),
  status: z.enum(['pending', 'posted', 'pending_confirmation', 'reversal_pending', 'reversed', 'failed']),
  effectiveDate: z.string().nullable(),
  externalReference: z.string().nullable(),
  memo: z.string().nullable(),
  referenceNumber: z.number().nullable(),
  postedAt: z.string().nullable(),
  reversal: z
    .object({
      reversedAt: z.string().nullable(),
      reason: z.string().nullable(),
      isNsf: z.boolean().nullable(),
      referenceNumber: z.number().nullable(),
      reversedBy: z.string().nullable(),
    })
    .nullable(),
});

export type CollectedPaymentRow = z.infer<typeof collectedPaymentRow>;
