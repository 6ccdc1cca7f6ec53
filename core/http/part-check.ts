import { request } from 'undici';
import { type AskedPart, INTERNAL_TOKEN_HEADER, type InternalTokens } from '../auth/internal-token.js';
import { atMostEvery } from '../health/at-most-every.js';
import type { Check, Failing, Verdict } from '../health/readiness.js';
import { ANONYMOUS } from '../principal/principal.js';

/**
 * Each try uses its own connection, so that a load balancer or a name with several addresses may lead to another
 * instance.
 */
const TRIES = 3;
const TRY_WITHIN_MS = 500;
/** The other part may be checking its own dependencies. */
const READY_WITHIN_MS = 1_500;
/**
 * A part that answered within this time counts as slow: one that is busy for seconds must not make all others unready.
 */
const MISSED_AFTER_MS = 10_000;
/** More frequent calls get the last result. */
const PERIOD_MS = 1_000;

const SILENT = 'no instance of it answers';

/**
 * Checks whether another part that this one calls is available. A part that is not ready is only reported: if this one
 * took itself out of traffic for that, one outage would become two. When no instance answers or accepts our signature,
 * nothing can be served.
 *
 * @param url - the part's address, without a trailing slash
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
      reason: 'it rejects our signature: its INTERNAL_VERIFICATION_KEYS lack our key, or the clocks differ',
    };
  return ready === 200 || { reason: 'it is not ready', onlyShows: true };
}

/** The status that an instance answered, preferring one that accepts our signature. Undefined when none answered. */
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
