import { Problem } from '../../core/errors/problem.js';
import type { ValidationIssue } from '../../core/errors/validation.js';

/** A field's own name or a near miss; not a number in the place of a name. */
const NAME = /^[A-Za-z_-]{1,64}\d{0,2}$/;
const MASK = '[redacted]';

/**
 * Masks a refusal of the secure host: it shows the position and reason, never the input. Security codes cannot be
 * distinguished from other digits, so `input` is null everywhere, including fields without card data.
 */
export function masked(error: unknown): unknown {
  if (!(error instanceof Problem) || error.issues === undefined) return error;
  return new Problem(error.code, error.fields, error.issues.map(maskedIssue));
}

function maskedIssue({ loc, msg, type, ctx }: ValidationIssue): ValidationIssue {
  return { loc: loc.map((name) => (NAME.test(name) ? name : MASK)), msg, type, input: null, ...(ctx && { ctx }) };
}
