import type { ErrorCode } from '../errors/catalogue.js';
import type { ProblemFields, WrittenAnswer } from '../errors/problem.js';

/** What a key's write came to: the resource as its subgraph has it, or the refusal. */
export type Outcome =
  | { readonly kind: 'resource'; readonly resource: unknown }
  | { readonly kind: 'problem'; readonly code: ErrorCode; readonly fields: ProblemFields };

/** The final answer of a key, as it is given and, from then on, kept. */
export type FinalAnswer = Outcome & { readonly written: WrittenAnswer };

/** The same as a replay finds it, perhaps years of versions later: nothing of it is checked against today's schemas. */
export type StoredAnswer = Outcome & {
  /** Of the product's way to keep answers, see `ANSWER_VERSION`. */
  readonly version: number;
  readonly written: WrittenAnswer;
};

/**
 * How answers are kept, raised with every change of it. 1: the outcome, and the bytes that it was answered in. Rows of every
 * version are replayed; the tests hold an example of each.
 */
export const ANSWER_VERSION = 1;

/** What is kept of a key. */
export interface KeptKey {
  readonly fingerprint: Buffer;
  readonly state: 'in_progress' | 'finished' | 'released';
  readonly subjectId: string;
  readonly answer: StoredAnswer | null;
}

/** What a request may do, given what its key already stands for. */
export type Decision =
  /** First use, or a retry after nothing was posted: go on, under this subject id. */
  | { readonly kind: 'proceed'; readonly subjectId: string }
  | { readonly kind: 'replay'; readonly answer: StoredAnswer }
  | { readonly kind: 'conflict' }
  /** `subjectId`: what the first request is about; undefined while not even that can be read. */
  | { readonly kind: 'in_progress'; readonly subjectId: string | undefined };

/** Another body is a conflict whatever the state; a fingerprint is no secret. */
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
