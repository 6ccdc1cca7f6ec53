import { z } from 'zod';
import { addIssuesFromZod, issuesFromZod } from '../errors/from-zod.js';
import { invalid, Problem } from '../errors/problem.js';
import type { IssueList, ValidationIssue } from '../errors/validation.js';
import { text } from './text.js';
import { trimmedKey } from './trimmed-key.js';

/**
 * 1 to 255 characters, not counting surrounding white space. The value stays as sent: `ClientKeys` looks up both
 * forms.
 */
export const idempotencyKey = text({ minimum: 1, maximum: 255 }, undefined, trimmedKey).describe(
  'White space around it is ignored. Use a new key for each write, and the same key with the same body to repeat one. Kept for 30 days. A repetition gets the original bytes of the final answer, also from a later version of the API: they may lack members that were added later.',
);

/** The optional key of a write, which is kept for a day. */
export const dayKey = text({ minimum: 1, maximum: 255 }, undefined, trimmedKey).describe(
  'Optional. White space around it is ignored. The same key with the same body repeats a request whose answer was lost: for 24 hours it is carried out once, and a repetition returns the object that the first request made, in its present state. A key belongs to the caller who used it first.',
);

/** A write with its Idempotency-Key, as a service receives it. */
export interface KeyedWrite {
  readonly idempotencyKey: string;
  /**
   * Whether the key was already checked when it arrived, perhaps by an earlier version with another rule: then it is
   * accepted as it is.
   */
  readonly isKeyChecked?: boolean | undefined;
  readonly body: unknown;
}

const HEADERS = z.object({ header: z.object({ 'Idempotency-Key': idempotencyKey }) });

/**
 * Checks the key and body of a write against the contract, whichever API it came through. Each schema is built once:
 * zod compiles one at its first use, which takes longer than the rest of a write's checks.
 *
 * @throws {Problem} `validation_failed` with every problem of both.
 */
export function checkedWrite<B>(schema: z.ZodType<B>, request: KeyedWrite): B {
  if (request.isKeyChecked === true) return checkedBody(schema, request.body);
  const input = { header: { 'Idempotency-Key': request.idempotencyKey } };
  const key = HEADERS.safeParse(input);
  const body = schema.safeParse(request.body);
  if (key.success && body.success) return body.data;
  throw invalid([...(key.error ? issuesFromZod({ error: key.error, input }) : []), ...bodyIssues(body, request.body)]);
}

/** Like `checkedWrite`, with an optional key. */
export function checkedOptionalKeyWrite<B>(
  schema: z.ZodType<B>,
  body: unknown,
  idempotencyKey: string | null | undefined,
): B {
  const isAbsent = idempotencyKey === null || idempotencyKey === undefined;
  return checkedWrite(schema, { idempotencyKey: isAbsent ? '' : idempotencyKey, isKeyChecked: isAbsent, body });
}

/** A body, and why a new write may not have it: an earlier version may have accepted it under its key. */
export interface CheckedOrEarlier<B> {
  readonly body: B;
  readonly refusal: Problem | undefined;
}

/**
 * Like `checkedWrite`, for writes whose rules have become stricter. If only a newer rule refuses the body, the
 * refusal is returned rather than thrown, so that a repetition under a known key gets its answer.
 *
 * @throws {Problem} `validation_failed` for a body that no version accepted.
 */
export function checkedOrEarlier<B>(
  schema: z.ZodType<B>,
  earlier: z.ZodType,
  request: KeyedWrite,
): CheckedOrEarlier<B> {
  try {
    return { body: checkedWrite(schema, request), refusal: undefined };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const before = earlier.safeParse(request.body);
    if (!before.success || !hasRightKey(request)) throw error;
    // It has the same members; its texts are only compared with what is stored, and never stored themselves.
    return { body: before.data as B, refusal: error };
  }
}

function hasRightKey({ idempotencyKey: key, isKeyChecked = false }: KeyedWrite): boolean {
  return isKeyChecked || HEADERS.safeParse({ header: { 'Idempotency-Key': key } }).success;
}

/** Checks the key of a write whose body is checked elsewhere. @param issues - receives the problems */
export function checkKey(key: string, issues: IssueList): void {
  const input = { header: { 'Idempotency-Key': key } };
  const { error } = HEADERS.safeParse(input);
  if (error !== undefined) addIssuesFromZod(issues, { error, input });
}

/** Checks a write's body alone. @throws {Problem} `validation_failed` with every problem of it. */
export function checkedBody<B>(schema: z.ZodType<B>, body: unknown): B {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalid(bodyIssues(parsed, body));
  return parsed.data;
}

function bodyIssues({ error }: z.ZodSafeParseResult<unknown>, input: unknown): readonly ValidationIssue[] {
  return error === undefined ? [] : issuesFromZod({ error, input, at: ['body'] });
}

/**
 * Removes the undefined members of an input. Within one process, a compiled operation would read them as null, which
 * means something else to a PATCH; between processes JSON leaves them out anyway.
 */
export function withoutUndefined<I extends object>(input: I): I {
  const copy = { ...input };
  for (const name of Object.keys(copy)) {
    if (Reflect.get(copy, name) === undefined) Reflect.deleteProperty(copy, name);
  }
  return copy;
}
