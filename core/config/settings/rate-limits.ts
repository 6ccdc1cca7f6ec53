import { z } from 'zod';
import { positive, wholeNumberSetting } from '../setting-schemas.js';

/** Rate limits, and refusals that are delayed. */
export const RATE_LIMITS = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, message: 'must be a redis:// address' })
    .optional()
    .describe(
      'Redis for rate limits. Without it they are kept in memory (one process) or in Postgres (separate parts).',
    ),
  RATE_LIMIT_API_PER_MINUTE: positive(600, 'Sustained requests per minute of the bucket `api`, per key.'),
  RATE_LIMIT_API_BURST: positive(100, 'Requests that the bucket `api` allows above the sustained rate.'),
  RATE_LIMIT_TOKEN_PER_MINUTE: positive(
    60,
    'Sustained requests per minute of the bucket `token`, per client and address.',
  ),
  RATE_LIMIT_TOKEN_BURST: positive(20, 'Requests that the bucket `token` allows above the sustained rate.'),
  RATE_LIMIT_CONTACT_READS_PER_MINUTE: positive(
    60,
    'Sustained GraphQL requests per minute that read contact data, per operator: the bucket `contact_reads`.',
  ),
  RATE_LIMIT_CONTACT_READS_BURST: positive(
    60,
    'Requests that the bucket `contact_reads` allows above the sustained rate.',
  ),
  REFUSALS_PER_MINUTE: positive(
    600,
    'Refusals (400, 401, 403, 413, 415, 429; for unauthenticated callers also 503) that a process answers at once to one address, ten seconds’ worth in a row; later ones are delayed. Successful requests are neither counted nor delayed.',
  ),
  REFUSAL_HOLD_MS: wholeNumberSetting(0, 10_000)
    .default(5_000)
    .describe(
      'About how long such a refusal is delayed: half of this to one and a half; a fifth of that for an authenticated caller.',
    ),
  REFUSALS_HELD: wholeNumberSetting(0, 10_000)
    .default(500)
    .describe('Refusals that are delayed at the same time, per process; further ones are answered at once.'),
};
