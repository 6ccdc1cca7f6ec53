import type { ErrorCode } from '../errors/catalogue.js';
import type { ProblemFields } from '../errors/problem.js';

/** The final answer of a key, kept for replays: the resource as it was answered, or the refusal. */
export type StoredAnswer =
  | { readonly kind: 'resource'; readonly resource: unknown }
  | { readonly kind: 'problem'; readonly code: ErrorCode; readonly fields: ProblemFields };

export interface IdempotencyRow {
  readonly fingerprint: Buffer;
  readonly state: 'in_progress' | 'released' | 'finished';
  readonly subjectId: string;
  readonly answer: StoredAnswer | null;
}

/** What a request may do, given what its key already stands for. */
export type Decision =
  /** First use, or a retry after nothing was posted: go on, under this subject id. */
  | { readonly kind: 'proceed'; readonly subjectId: string }
  | { readonly kind: 'replay'; readonly answer: StoredAnswer }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'in_progress' };

/** Spec 4.2, idempotency rules 1–4. Another body is a conflict whatever the state; a fingerprint is no secret. */
export function decide(existing: IdempotencyRow, fingerprint: Buffer): Decision {
  if (!existing.fingerprint.equals(fingerprint)) return { kind: 'conflict' };
  switch (existing.state) {
    case 'released':
      return { kind: 'proceed', subjectId: existing.subjectId };
    case 'in_progress':
      return { kind: 'in_progress' };
    case 'finished':
      return existing.answer === null ? { kind: 'in_progress' } : { kind: 'replay', answer: existing.answer };
  }
}
