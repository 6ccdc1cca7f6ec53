import type { z } from 'zod';
import { addIssuesFromZod, issuesFromZod } from '../../core/errors/from-zod.js';
import { IssueList, type ValidationIssue } from '../../core/errors/validation.js';
import type { RequestParts } from './request-parts.js';

/**
 * The schema of each part. The request is parsed as a whole, so that one response lists every problem of every part.
 * The query's schema is closed: it is built from those of `list-query.ts`.
 */
export type PartsSchema = z.ZodObject<{
  path?: z.ZodObject;
  query: z.ZodObject;
  header?: z.ZodObject;
  body?: z.ZodType;
}>;

export type Variables = Readonly<Record<string, unknown>>;
export type ReadOutcome =
  | { readonly kind: 'valid'; readonly variables: Variables }
  | { readonly kind: 'invalid'; readonly issues: readonly ValidationIssue[] };

/** How an operation reads a request: all parts at once. */
export interface WholeReading<S extends PartsSchema> {
  readonly request: S;
  /** The document's variables, with the contract's names. */
  variables(request: z.output<S>): Variables;
}

/**
 * Checks a large body while letting other requests take turns. Problems are added to the issues; without any, the body
 * is returned.
 */
export type CheckedBody<S extends PartsSchema> = (
  body: unknown,
  issues: IssueList,
) => Promise<z.output<S>['body'] | undefined>;

export function readWhole<S extends PartsSchema>(source: WholeReading<S>): (parts: RequestParts) => ReadOutcome {
  const { request } = source;
  return (parts) => {
    const parsed = request.safeParse(parts);
    return parsed.success
      ? { kind: 'valid', variables: asSent(source.variables(parsed.data)) }
      : { kind: 'invalid', issues: issuesFromZod({ error: parsed.error, input: parts }) };
  };
}

/** Checks the other parts first, then the body, and reports the problems of all of them. */
export function readWithTurns<S extends PartsSchema>(
  source: WholeReading<S>,
  checkedBody: CheckedBody<S>,
): (parts: RequestParts) => Promise<ReadOutcome> {
  const others = source.request.omit({ body: true });
  return async ({ body, ...parts }) => {
    const issues = new IssueList();
    const parsed = others.safeParse(parts);
    if (!parsed.success) addIssuesFromZod(issues, { error: parsed.error, input: parts });
    const checked = await checkedBody(body, issues);
    return issues.length > 0
      ? { kind: 'invalid', issues: issues.listed() }
      : { kind: 'valid', variables: asSent(source.variables({ ...parsed.data, body: checked } as z.output<S>)) };
  };
}

/**
 * Removes undefined members, as JSON would: compiled execution treats a member that is undefined differently from an
 * omitted one.
 */
function asSent(variables: Variables): Variables {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) sent[name] = isMembers(value) ? asSent(value) : value;
  }
  return sent;
}

function isMembers(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
