import { z } from 'zod';

/** An integer in a query string; without one, `fallback`. Bounds are inclusive. */
export function queryInteger(bounds: {
  readonly minimum: number;
  readonly maximum: number;
  readonly fallback: number;
}) {
  const inBounds = z.number().min(bounds.minimum).max(bounds.maximum);
  const { minimum, maximum, fallback } = bounds;
  return z
    .string()
    .transform((digits, context) => {
      if (/^[+-]?\d{1,300}$/.test(digits)) return Number(digits);
      context.issues.push({ code: 'invalid_format', format: 'integer', input: digits });
      return z.NEVER;
    })
    .pipe(inBounds)
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ type: 'integer', minimum, maximum, default: fallback });
}
