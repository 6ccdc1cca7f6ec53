import { member } from './member.js';

interface Circumstances {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/**
 * An error in words: its code, what the API says, each field that is wrong or each detail, and what caused it. What was sent is not
 * repeated: messages end up in logs.
 */
export function messageOf(code: string, detail: unknown, { status, requestId, cause }: Circumstances): string {
  const problems = Array.isArray(detail) ? problemsOf(detail) : undefined;
  const words = problems ?? [member(detail, 'message'), ...detailsOf(detail)].filter(Boolean).join(' ');
  const said = [words, causesOf(cause)].filter(Boolean).join(' ');
  const where = [status && `HTTP ${status}`, requestId && `request ${requestId}`].filter(Boolean).join(', ');
  return `${code}${said && `: ${said}`}${where && ` (${where})`}`;
}

const MOST_PROBLEMS = 5;

/** `body.amount_cents: Input should be greater than 0` for each problem of the request. */
function problemsOf(problems: readonly unknown[]): string {
  const listed = problems.slice(0, MOST_PROBLEMS).map((problem) => {
    const place = member(problem, 'loc');
    return `${Array.isArray(place) ? place.join('.') : ''}: ${member(problem, 'msg')}`;
  });
  const more = problems.length - listed.length;
  return [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Said otherwise, or not from the API's own words. */
const NO_DETAILS = new Set(['error_code', 'message', 'request_id', 'answer']);

/** `reason: account_not_open` for each plain value beside the code. */
function detailsOf(detail: unknown): readonly string[] {
  return Object.entries(Object(detail))
    .filter(([name, value]) => !NO_DETAILS.has(name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name}: ${value}.`);
}

/** No longer than this: causes may have causes, and a cycle has no end. */
const MOST_CAUSES = 3;

/** `fetch failed: connect ECONNREFUSED 127.0.0.1:4000`, from the outermost cause to the innermost. */
function causesOf(cause: unknown): string {
  const messages: string[] = [];
  for (let at = cause; at instanceof Error && messages.length < MOST_CAUSES; at = at.cause) {
    const message = at.message || String(member(at, 'code') ?? at.name);
    if (message !== messages.at(-1)) messages.push(message);
  }
  return messages.join(': ');
}
