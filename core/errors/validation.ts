import { shownInput } from './shown-input.js';

/** One problem in a request, in the shape and vocabulary of Pydantic v2. */
export interface ValidationIssue {
  /** The path to the value; starts with `body`, `query`, `path` or `header`. */
  readonly loc: readonly string[];
  readonly msg: string;
  /** `missing`, `extra_forbidden`, `int_type`, `greater_than`, … */
  readonly type: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/**
 * Reports an invalid value of a body's field (or path) as Pydantic reports a `ValueError`; `context` is added to the
 * error.
 */
export function wrongValue(
  field: string | readonly string[],
  error: string,
  input: unknown,
  context: Readonly<Record<string, unknown>> = {},
): ValidationIssue {
  const ctx = { error, ...context };
  return {
    loc: ['body', ...(typeof field === 'string' ? [field] : field)],
    msg: `Value error, ${error}`,
    type: 'value_error',
    input: shownInput(input, 'body'),
    ctx,
  };
}

/** The most items that an answer lists. When there are more, the last item says how many were left out. */
const MOST_ISSUES = 100;

/** Collects problems in the order in which they are found. Counts all of them, and keeps as many as an answer lists. */
export class IssueList {
  #found = 0;
  readonly #kept: ValidationIssue[] = [];

  /** The number of problems found. */
  get length(): number {
    return this.#found;
  }

  /** @param make - called only if the item is kept */
  add(make: () => ValidationIssue): void {
    this.#found += 1;
    if (this.#kept.length < MOST_ISSUES) this.#kept.push(make());
  }

  /** At most 100 items: when there are more, the first 99 and the number of those left out. */
  listed(): readonly ValidationIssue[] {
    if (this.#found <= MOST_ISSUES) return [...this.#kept];
    const more = this.#found - MOST_ISSUES + 1;
    return [...this.#kept.slice(0, MOST_ISSUES - 1), tooMany(more)];
  }
}

function tooMany(more: number): ValidationIssue {
  return {
    loc: ['body'],
    msg: `${more} further problems are not listed`,
    type: 'too_many_problems',
    input: null,
    ctx: { more },
  };
}

/** Limits issues as `IssueList` does. A list that is already limited stays as it is. */
export function bounded(issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  if (issues.length <= MOST_ISSUES) return issues;
  const list = new IssueList();
  for (const issue of issues) list.add(() => issue);
  return list.listed();
}
