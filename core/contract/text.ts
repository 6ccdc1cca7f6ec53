import { z } from 'zod';

/**
 * Text from a client. Length is counted in code points, as Postgres' varchar and Pydantic count it. Text that
 * Postgres cannot store (NUL, half a surrogate pair) is refused here, so that it never causes an error later.
 *
 * @param missing - the message for a missing text; default: zod's.
 * @param counted - the part of the text whose length counts; default: all of it.
 */
export function text(
  { minimum = 0, maximum }: { readonly minimum?: number; readonly maximum: number },
  missing?: string,
  counted: (value: string) => string = whole,
) {
  const checked = z.string(missing).check(({ value, issues }) => {
    if (value.includes('\u0000')) {
      issues.push({ code: 'custom', message: 'text may not contain NUL characters', input: value });
    }
    if (LONE_SURROGATE.test(value)) issues.push({ code: 'invalid_format', format: 'unicode', input: value });
    const length = codePoints(counted(value));
    if (length < minimum) {
      issues.push({ code: 'too_small', origin: 'string', minimum, inclusive: true, input: value });
    }
    if (length > maximum) issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: value });
  });
  // JSON Schema also counts code points.
  return checked.meta({ ...(minimum > 0 && { minLength: minimum }), maxLength: maximum });
}

const whole = (value: string) => value;

const LONE_SURROGATE = /\p{Surrogate}/u;

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}
