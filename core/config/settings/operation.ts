import { z } from 'zod';
import { isTrustSetting, MOST, oneOf, positive, wholeNumberSetting } from '../setting-schemas.js';

/** Retention, shutdown, proxies and the log. */
export const OPERATION = {
  WEBHOOK_RETENTION_DAYS: wholeNumberSetting(7, MOST)
    .default(30)
    .describe(
      'How long webhook calls, the receipts that detect repeated events, and replayed events are kept; 7 or more, because providers repeat a call for days.',
    ),
  UNMATCHED_EVENT_RETENTION_DAYS: positive(
    90,
    'How long an event waits for its campaign to be registered or, once set aside, for a replay.',
  ),
  SHUTDOWN_DELAY_MS: wholeNumberSetting(0, 600_000)
    .optional()
    .describe(
      'How long a process that is being stopped still accepts requests while `/readyz` is already 503, so that load balancers notice first. Default: 0, in production 5000.',
    ),
  SHUTDOWN_GRACE_MS: positive(10_000, 'How long a stopping process waits for running requests.'),
  TRUST_PROXY: z
    .string()
    .refine(isTrustSetting, 'must be true, false, a number of hops, or a list of addresses and networks')
    .default('false')
    .describe(
      'Which proxies may report the client’s address: `true`, `false`, a number of hops, or a list of addresses.',
    ),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe level that is logged (to standard error, one JSON object per line).'),
};
