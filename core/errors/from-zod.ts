import type { z } from 'zod';
import { shownInput, shownName } from './shown-input.js';
import { IssueList, type ValidationIssue } from './validation.js';

export interface ZodFailure {
  readonly error: z.ZodError;
  /** The value that was parsed. */
  readonly input: unknown;
  /**
   * Prefix of every path: `['body']` when a body was parsed by itself; empty when the schema covers several parts of a
   * request.
   */
  readonly at?: readonly string[];
}

/**
 * Converts zod's issues to the shape and vocabulary of Pydantic v2: one per field, in zod's order.
 *
 * @see https://docs.pydantic.dev/latest/errors/validation_errors/ for types and messages
 */
export function issuesFromZod(failure: ZodFailure): readonly ValidationIssue[] {
  const issues = new IssueList();
  addIssuesFromZod(issues, failure);
  return issues.listed();
}

/** Adds the converted issues to a list that may hold others. */
export function addIssuesFromZod(issues: IssueList, { error, input, at = [] }: ZodFailure): void {
  const seen = new Set<string>();
  for (const issue of error.issues) {
    for (const path of pathsOf(issue)) {
      const field = JSON.stringify(path);
      if (seen.has(field)) continue;
      seen.add(field);
      issues.add(() => itemOf(issue, [...at, ...path.map((step) => shownName(String(step)))], path, input));
    }
  }
}

type Path = readonly PropertyKey[];

interface Wording {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** zod reports unknown members in one issue, Pydantic in one issue each. */
function pathsOf(issue: z.core.$ZodIssue): readonly Path[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
}

function itemOf(issue: z.core.$ZodIssue, loc: readonly string[], path: Path, root: unknown): ValidationIssue {
  const value = valueAt(root, path);
  const isMissing = value === undefined && issue.code !== 'custom';
  if (isMissing) return { loc, msg: 'Field required', type: 'missing', input: missingInput(loc, path, root) };
  const { type, msg, ctx } = wordingOf(issue, value);
  return { loc, msg, type, input: isSecret(issue) ? null : shownInput(value ?? null, loc[0]), ...(ctx && { ctx }) };
}

/** A rule can mark its input as secret, so that the answer does not repeat it: `params: { isSecret: true }`. */
function isSecret(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['isSecret'] === true;
}

/**
 * Inside a body: the object that lacks the member. For a whole body, a query parameter or a header: null (as in
 * FastAPI).
 */
function missingInput(loc: readonly string[], path: Path, root: unknown): unknown {
  return loc[0] === 'body' && loc.length > 1 ? shownInput(valueAt(root, path.slice(0, -1)), 'body') : null;
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

function wordingOf(issue: z.core.$ZodIssue, value: unknown): Wording {
  switch (issue.code) {
    case 'unrecognized_keys':
      return { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' };
    case 'invalid_type':
      return wrongType(issue.expected, value);
    case 'invalid_value':
      return literal(issue.values.map((allowed) => `'${String(allowed)}'`));
    case 'too_small':
    case 'too_big':
      return Array.isArray(value) ? wrongLength(issue, value.length) : outOfBounds(issue);
    case 'invalid_format':
      return wrongFormat(issue);
    default:
      return { type: 'value_error', msg: `Value error, ${issue.message}`, ctx: { error: issue.message } };
  }
}

function wrongType(expected: string, value: unknown): Wording {
  if (typeof value === 'number' && (expected === 'int' || expected === 'number')) {
    return Number.isFinite(value)
      ? { type: 'int_from_float', msg: 'Input should be a valid integer, got a number with a fractional part' }
      : { type: 'finite_number', msg: 'Input should be a finite number' };
  }
  return WRONG_TYPE[expected] ?? { type: 'value_error', msg: `Value error, expected ${expected}` };
}

/** Every number of the contract is an integer: money is cents. */
const INT_TYPE: Wording = { type: 'int_type', msg: 'Input should be a valid integer' };

const WRONG_TYPE: Readonly<Record<string, Wording>> = {
  int: INT_TYPE,
  number: INT_TYPE,
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  boolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  object: {
    type: 'model_attributes_type',
    msg: 'Input should be a valid dictionary or object to extract fields from',
  },
};

function literal(allowed: readonly string[]): Wording {
  const last = allowed.at(-1) ?? '';
  const expected = allowed.length > 1 ? `${allowed.slice(0, -1).join(', ')} or ${last}` : last;
  return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } };
}

function outOfBounds(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): Wording {
  const isBig = issue.code === 'too_big';
  const bound = Number(isBig ? issue.maximum : issue.minimum);
  if (issue.origin === 'string') {
    const characters = `${bound} character${bound === 1 ? '' : 's'}`;
    return isBig
      ? { type: 'string_too_long', msg: `String should have at most ${characters}`, ctx: { max_length: bound } }
      : { type: 'string_too_short', msg: `String should have at least ${characters}`, ctx: { min_length: bound } };
  }
  if (issue.inclusive === false) {
    return isBig
      ? { type: 'less_than', msg: `Input should be less than ${bound}`, ctx: { lt: bound } }
      : { type: 'greater_than', msg: `Input should be greater than ${bound}`, ctx: { gt: bound } };
  }
  return isBig
    ? { type: 'less_than_equal', msg: `Input should be less than or equal to ${bound}`, ctx: { le: bound } }
    : { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${bound}`, ctx: { ge: bound } };
}

function wrongLength(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, actual: number): Wording {
  const isBig = issue.code === 'too_big';
  const bound = Number(isBig ? issue.maximum : issue.minimum);
  const items = `${bound} item${bound === 1 ? '' : 's'} after validation, not ${actual}`;
  return isBig
    ? { type: 'too_long', msg: `List should have at most ${items}`, ctx: lengths('max_length', bound, actual) }
    : { type: 'too_short', msg: `List should have at least ${items}`, ctx: lengths('min_length', bound, actual) };
}

function lengths(name: 'min_length' | 'max_length', bound: number, actual: number) {
  return { field_type: 'List', [name]: bound, actual_length: actual };
}

const AN_INSTANT = '2026-01-31T09:00:00Z';

function wrongFormat(issue: z.core.$ZodIssueInvalidStringFormat): Wording {
  switch (issue.format) {
    case 'integer':
      return { type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer' };
    case 'date':
      return { type: 'date_parsing', msg: 'Input should be a valid date in the format YYYY-MM-DD' };
    case 'datetime':
      return {
        type: 'datetime_parsing',
        msg: `Input should be a valid datetime with its offset from UTC, as ${AN_INSTANT}`,
      };
    case 'date_or_datetime':
      return {
        type: 'datetime_from_date_parsing',
        msg: `Input should be a valid date in the format YYYY-MM-DD, or a datetime with its offset from UTC, as ${AN_INSTANT}`,
      };
    case 'unicode':
      return {
        type: 'string_unicode',
        msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
      };
    case 'regex': {
      const pattern = unslashed(issue.pattern ?? '');
      return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } };
    }
    default:
      return { type: 'value_error', msg: `Value error, ${issue.message}`, ctx: { error: issue.message } };
  }
}

/** zod prints a pattern as `/…/`, Pydantic without the slashes. */
function unslashed(pattern: string): string {
  return pattern.replace(/^\/(.*)\/[a-z]*$/s, '$1');
}
