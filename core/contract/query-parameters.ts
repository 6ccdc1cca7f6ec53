import { z } from 'zod';

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** An integer in a query string; without one, `fallback`. Bounds are inclusive. */
export function queryInteger({ fallback, ...bounds }: Bounds & { readonly fallback: number }) {
  return digitsWithin(bounds)
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ type: 'integer', ...bounds, default: fallback });
}

/** An amount in a query string: cents, greater than 0. */
export const queryCents = digitsWithin({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }).meta({
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
});

function digitsWithin({ minimum, maximum }: Bounds) {
  return z
    .string()
    .transform((digits, context) => {
      if (/^[+-]?\d{1,300}$/.test(digits)) return Number(digits);
      context.issues.push({ code: 'invalid_format', format: 'integer', input: digits });
      return z.NEVER;
    })
    .pipe(z.number().min(minimum).max(maximum));
}

/**
 * Values of a filter without duplicates, in a fixed order, so that equal filters match in a cursor. Null: no filter.
 */
export function distinct<V extends string>(values: readonly V[] | null | undefined): readonly V[] | null {
  return values === undefined || values === null ? null : [...new Set(values)].toSorted();
}

/** A parameter that may be repeated with several values, in any order. */
export function severalOf<const V extends readonly string[]>(values: V) {
  const isKnown = z.array(z.enum(values));
  return z
    .unknown()
    .transform((given, context): readonly V[number][] => {
      const { data } = isKnown.safeParse(Array.isArray(given) ? given : [given]);
      if (data !== undefined) return data;
      context.issues.push({ code: 'invalid_value', values: [...values], input: given });
      return z.NEVER;
    })
    .meta({ type: 'array', items: { type: 'string', enum: values } });
}

/** `true` or `false` in a query string. */
export const queryBoolean = z
  .string()
  .transform((word, context) => {
    if (word === 'true' || word === 'false') return word === 'true';
    context.issues.push({ code: 'invalid_value', values: ['true', 'false'], input: word });
    return z.NEVER;
  })
  .meta({ type: 'boolean' });
