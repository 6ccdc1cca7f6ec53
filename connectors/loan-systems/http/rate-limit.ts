import type { HttpAnswer } from './http-client.js';

const WITHOUT_HEADER_MS = 1_000;

/** For the outcome of a read that a system refused because of its rate limit (429); nothing for any other answer. */
export function retryAfter({ status, headers }: HttpAnswer): { readonly retryAfterMs?: number } {
  if (status !== 429) return {};
  const seconds = Number(headers['retry-after'] || Number.NaN);
  return { retryAfterMs: seconds >= 0 && Number.isFinite(seconds) ? seconds * 1_000 : WITHOUT_HEADER_MS };
}
