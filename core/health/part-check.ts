import { request } from 'undici';
import type { Check } from './readiness.js';

const WITHIN_MS = 1_500;

/**
 * Whether another part that this one speaks to is ready. It only shows: a part that took itself out of traffic for another's
 * sake would turn one outage into two, and each knows how to answer without the other.
 *
 * @param url - the part's address, without a slash at its end
 */
export function partCheck(name: string, url: string): Check {
  return {
    name,
    isRequired: false,
    passes: async () => {
      const { statusCode, body } = await request(`${url}/readyz`, {
        headersTimeout: WITHIN_MS,
        bodyTimeout: WITHIN_MS,
      });
      await body.dump();
      return statusCode === 200;
    },
  };
}
