import { shownInput } from './shown-input.js';

/** One problem of a request, in the shape and vocabulary of Pydantic v2. */
export interface ValidationIssue {
  /** Where: starts with `body`, `query`, `path` or `header`. */
  readonly loc: readonly string[];
  readonly msg: string;
  /** `missing`, `extra_forbidden`, `int_type`, `greater_than`, … */
  readonly type: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A field of a body, or a way to one, whose value does not do, told as Pydantic tells a `ValueError`; `context` is told beside the error. */
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

/** The most items that an answer lists. Where more is wrong, the last one says how much. */
const MOST_ISSUES = 100;

/** Problems in the order in which they are found: all are counted, and as many are kept as an answer lists. */
export class IssueList {
  #found = 0;
  readonly #kept: ValidationIssue[] = [];

  /** How many were found. */
  get length(): number {
    return this.#found;
  }

  /** @param make - is asked only for what is kept */
  add(make: () => ValidationIssue): void {
    this.#found += 1;
    if (this.#kept.length < MOST_ISSUES) this.#kept.push(make());
  }

  /** At most 100: of more the first 99, and how many are left out. */
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

/** As `IssueList` lists them; what is such a list already stays it. */
export function bounded(issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  if (issues.length <= MOST_ISSUES) return issues;
  const list = new IssueList();
  for (const issue of issues) list.add(() => issue);
  return list.listed();
}
