import { Problem } from '../../core/errors/problem.js';
import type { ValidationIssue } from '../../core/errors/validation.js';

/** A field's own name, or a near miss of one; not a number that was put where a name belongs. */
const NAME = /^[A-Za-z_-]{1,64}\d{0,2}$/;
const MASK = '[redacted]';

/**
 * A refusal as the secure host tells it: where and why, never what was sent. Security codes have nothing by which they could be
 * told from other digits, so that `input` is null everywhere, in fields that are no card's too.
 */
export function masked(error: unknown): unknown {
  if (!(error instanceof Problem) || error.issues === undefined) return error;
  return new Problem(error.code, error.fields, error.issues.map(maskedIssue));
}

function maskedIssue({ loc, msg, type, ctx }: ValidationIssue): ValidationIssue {
  return { loc: loc.map((name) => (NAME.test(name) ? name : MASK)), msg, type, input: null, ...(ctx && { ctx }) };
}
