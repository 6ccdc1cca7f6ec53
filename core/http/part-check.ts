import { request } from 'undici';
import { type AskedPart, INTERNAL_TOKEN_HEADER, type InternalTokens } from '../auth/internal-token.js';
import { atMostEvery } from '../health/at-most-every.js';
import type { Check, Failing, Verdict } from '../health/readiness.js';
import { ANONYMOUS } from '../principal/principal.js';

/** Each on a connection of its own, so that a balancer or a name with several addresses may lead to another instance. */
const TRIES = 3;
const TRY_WITHIN_MS = 500;
/** It may be asking others itself. */
const READY_WITHIN_MS = 1_500;
/** As long as it has answered within this, a stall is its own: a part that is busy for seconds must not take every other with it. */
const MISSED_AFTER_MS = 10_000;
/** Whoever asks us more often is told what was found before. */
const PERIOD_MS = 1_000;

const SILENT = 'no instance of it answers';

/**
 * Whether another part that this one speaks to is there. Its own troubles only show: a part that took itself out of traffic for
 * another's sake would turn one outage into two. Without any instance that answers, or that takes our signature, nothing can be
 * served.
 *
 * @param url - the part's address, without a slash at its end
 */
export function partCheck(
  name: AskedPart,
  url: string,
  tokens: InternalTokens,
  monotonic: () => number = () => performance.now(),
): Check {
  let answeredAt = Number.NEGATIVE_INFINITY;
  const asked = atMostEvery(PERIOD_MS, async (): Promise<Verdict> => {
    const verdict = await ask(name, url, tokens);
    if (verdict === true || verdict.reason !== SILENT) answeredAt = monotonic();
    else if (monotonic() - answeredAt < MISSED_AFTER_MS) return { reason: SILENT, onlyShows: true };
    return verdict;
  });
  return { name, isRequired: true, passes: asked };
}

async function ask(part: AskedPart, url: string, tokens: InternalTokens): Promise<true | Failing> {
  const [heard, ready] = await Promise.all([heardFrom(part, url, tokens), statusOf(`${url}/readyz`, READY_WITHIN_MS)]);
  if (heard === undefined) return { reason: SILENT };
  if (heard === 401)
    return {
      reason: 'it does not take our signature: its INTERNAL_VERIFICATION_KEYS lack our key, or the clocks differ',
    };
  return ready === 200 || { reason: 'it is not ready', onlyShows: true };
}

/** What an instance answered: one that takes our signature, if there is any. Undefined: none did. */
async function heardFrom(part: AskedPart, url: string, tokens: InternalTokens): Promise<number | undefined> {
  const signed = { [INTERNAL_TOKEN_HEADER]: await tokens.sign(ANONYMOUS, part) };
  let heard: number | undefined;
  for (let tried = 0; tried < TRIES && heard !== 200; tried += 1) {
    heard = (await statusOf(`${url}/healthz`, TRY_WITHIN_MS, signed)) ?? heard;
  }
  return heard;
}

async function statusOf(url: string, withinMs: number, headers: Readonly<Record<string, string>> = {}) {
  try {
    const { statusCode, body } = await request(url, { headers, reset: true, signal: AbortSignal.timeout(withinMs) });
    await body.dump();
    return statusCode;
  } catch {
    return undefined;
  }
}
