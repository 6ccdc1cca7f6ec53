import { z } from 'zod';

/** A hundred million dollars: the highest amount of any act. */
const MOST_CENTS = 10_000_000_000;

export const actLimitBody = z
  .object({ amount_cents: z.int().min(0).max(MOST_CENTS).nullable() })
  .transform(({ amount_cents: amountCents }) => ({ amountCents }));
