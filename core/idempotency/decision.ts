import type { ErrorCode } from '../errors/catalogue.js';
import type { ProblemFields, WrittenAnswer } from '../errors/problem.js';

/** The outcome of a key's write: the resource in its subgraph's form, or the refusal. */
export type Outcome =
  | { readonly kind: 'resource'; readonly resource: unknown }
  | { readonly kind: 'problem'; readonly code: ErrorCode; readonly fields: ProblemFields };

/** The final answer of a key, as it is sent and stored. */
export type FinalAnswer = Outcome & { readonly written: WrittenAnswer };

/**
 * The stored answer as a replay reads it, perhaps in a much later version. It is not validated against current schemas.
 */
export type StoredAnswer = Outcome & {
  /** The version of the storage format, see `ANSWER_VERSION`. */
  readonly version: number;
  readonly written: WrittenAnswer;
};

/**
 * The version of the storage format of answers; every change of the format increases it. 1: the outcome and the bytes
 * of the answer. Rows of all versions are replayed; the tests have an example of each.
 */
export const ANSWER_VERSION = 1;

/** The stored row of a key. */
export interface KeptKey {
  readonly fingerprint: Buffer;
  readonly state: 'in_progress' | 'finished' | 'released';
  readonly subjectId: string;
  readonly answer: StoredAnswer | null;
}

/** The decision on a request, given the stored row of its key. */
export type Decision =
  /** First use, or a retry after nothing was posted: proceed with this subject id. */
  | { readonly kind: 'proceed'; readonly subjectId: string }
  | { readonly kind: 'replay'; readonly answer: StoredAnswer }
  | { readonly kind: 'conflict' }
  /** `subjectId`: the subject of the first request; undefined while it cannot be read yet. */
  | { readonly kind: 'in_progress'; readonly subjectId: string | undefined };

/** Another body is a conflict in every state. A fingerprint is not secret. */
export function decide(existing: KeptKey, fingerprint: Buffer): Decision {
  if (!existing.fingerprint.equals(fingerprint)) return { kind: 'conflict' };
  switch (existing.state) {
    case 'released':
      return { kind: 'proceed', subjectId: existing.subjectId };
    case 'in_progress':
      return { kind: 'in_progress', subjectId: existing.subjectId };
    case 'finished':
      return existing.answer === null
        ? { kind: 'in_progress', subjectId: existing.subjectId }
        : { kind: 'replay', answer: existing.answer };
  }
}
