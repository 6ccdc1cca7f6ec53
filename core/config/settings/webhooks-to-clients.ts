import { z } from 'zod';
import { isNetwork, MOST_WEBHOOK_TIMEOUT_MS, positive, wholeNumberSetting } from '../setting-schemas.js';

/** Webhooks that Tributary sends. */
export const WEBHOOKS_TO_CLIENTS = {
  WEBHOOK_ALLOWED_NETWORKS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()])))
    .refine((networks) => networks.every(isNetwork), 'must be networks such as 10.1.0.0/16, separated by commas')
    .describe(
      'Your own networks that webhooks may be sent to, such as `10.1.0.0/16,fd12::/48`; never link-local ones. Without it: public addresses only, and outside production also loopback.',
    ),
  WEBHOOK_TIMEOUT_MS: wholeNumberSetting(1, MOST_WEBHOOK_TIMEOUT_MS)
    .default(15_000)
    .describe('Time limit of one webhook attempt; 30000 at most.'),
  WEBHOOK_ENDPOINTS_PER_ORGANIZATION: positive(
    16,
    'How many webhook endpoints one organization’s events may be sent to; an endpoint of several organizations counts in each. Existing endpoints keep working.',
  ),
};
