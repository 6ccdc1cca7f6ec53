import { z } from 'zod';
import { RECORDED_FIELDS, type RecordedFields } from './fields-from-collector.js';

/** A nullable field that older stored answers lack. */
const later = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null);

/** The fields of the first version, in the order of the answer. */
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

/** Fields that later versions added for collectors. A card's brand is returned with the payment's origin. */
type Newer = Omit<RecordedFields, keyof typeof FIRST | 'cardBrand'>;
type Later<V> = z.ZodCatch<z.ZodNullable<z.ZodType<NonNullable<V>>>>;

function newer(): { [F in keyof Newer]: Later<Newer[F]> };
function newer(): object {
  const names = RECORDED_FIELDS.filter((name) => name !== 'cardBrand' && !(name in FIRST));
  return Object.fromEntries(names.map((name) => [name, later(z.union([z.string(), z.number(), z.boolean()]))]));
}

/**
 * A collected payment with its reversal, as the API returns it. It is a schema and not only a type, because the
 * answers of idempotency keys are stored as JSON and read by later versions too. Fields that were non-null from the
 * start are in every answer; every other field must be read with `later`; unknown fields are ignored.
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

/** The fields stored in its own table. */
export const PAYMENT_FIELDS = collectedPaymentRow.omit({ reversal: true }).keyof().options;

export type CollectedPaymentRow = z.infer<typeof collectedPaymentRow>;

/** A payment from a key's stored answer, written by any version. */
export function storedPayment(resource: unknown): CollectedPaymentRow {
  return collectedPaymentRow.parse(resource);
}
