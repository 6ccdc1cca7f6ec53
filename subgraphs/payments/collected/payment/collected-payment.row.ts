import { z } from 'zod';
import { SAID, type Said } from './record-body-fields.js';

/** A nullable member: answers that were kept before there was one lack it, and are answers all the same. */
const later = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null);

/** What was there from the beginning, in the order in which it is answered. */
const FIRST = {
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
};

/** What a collector may say by now besides. A card's brand is told with where a payment comes from. */
type Newer = Omit<Said, keyof typeof FIRST | 'cardBrand'>;
type Later<V> = z.ZodCatch<z.ZodNullable<z.ZodType<NonNullable<V>>>>;

function newer(): { [F in keyof Newer]: Later<Newer[F]> };
function newer(): object {
  const names = SAID.filter((name) => name !== 'cardBrand' && !(name in FIRST));
  return Object.fromEntries(names.map((name) => [name, later(z.union([z.string(), z.number(), z.boolean()]))]));
}

/**
 * A collected payment with its reversal, as it is answered. A schema and not only a type, because the answers
 * of idempotency keys are kept as JSON and read back, by later versions too: what is not null from the beginning is there in
 * each, everything else must be read with `later`, and unknown members are passed over.
 */
const collectedPaymentRow = z.object({
  ...FIRST,
  ...newer(),
  createdAt: later(z.string()),
  possibleDuplicateOf: later(z.string()),
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

/** What of it is in its own table. */
export const PAYMENT_FIELDS = collectedPaymentRow.omit({ reversal: true }).keyof().options;

export type CollectedPaymentRow = z.infer<typeof collectedPaymentRow>;

/** A payment as a key's answer kept it, whichever version that was. */
export function keptPayment(resource: unknown): CollectedPaymentRow {
  return collectedPaymentRow.parse(resource);
}
