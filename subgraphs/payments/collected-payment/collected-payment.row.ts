import { z } from 'zod';

/** A nullable member: answers that were kept before there was one lack it, and are answers all the same. */
const later = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null);

/**
 * A collected payment with its reversal, as it is answered. A schema and not only a type, because the answers
 * of idempotency keys are kept as JSON and read back, by later versions too: what is not null from the beginning is there in
 * each, everything else must be read with `later`, and unknown members are passed over.
 */
const collectedPaymentRow = z.object({
  id: z.string(),
  organizationId: z.string(),
  accountId: z.string(),
  amountCents: z.number(),
  paymentMethod: z.string(),
  checkNumber: later(z.number()),
  status: z.enum(['pending', 'posted', 'pending_confirmation', 'reversal_pending', 'reversed', 'failed']),
  effectiveDate: later(z.string()),
  externalReference: later(z.string()),
  memo: later(z.string()),
  referenceNumber: later(z.number()),
  postedAt: later(z.string()),
  reversal: later(
    z.object({
      reversedAt: later(z.string()),
      reason: later(z.string()),
      isNsf: later(z.boolean()),
      referenceNumber: later(z.number()),
      reversedBy: later(z.string()),
    }),
  ),
});

export type CollectedPaymentRow = z.infer<typeof collectedPaymentRow>;

/** A payment as a key's answer kept it, whichever version that was. */
export function keptPayment(resource: unknown): CollectedPaymentRow {
  return collectedPaymentRow.parse(resource);
}
