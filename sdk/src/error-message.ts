import { member } from './json-member.js';

interface Circumstances {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The message of an error: its code, the API's text, each invalid field or each detail, and the cause. It does not
 * repeat what was sent, because messages end up in logs.
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

/** Fields that the message already shows in another form, or that the API did not write. */
const NO_DETAILS = new Set(['error_code', 'message', 'request_id', 'answer']);

/** `reason: account_not_open` for each plain value next to the code. */
function detailsOf(detail: unknown): readonly string[] {
  return Object.entries(Object(detail))
    .filter(([name, value]) => !NO_DETAILS.has(name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name}: ${value}.`);
}

/** Maximum depth: causes may have causes, and a cycle has no end. */
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
