import { z } from 'zod';
import {
  booleanSetting,
  isSigningSecret,
  MOST,
  oneOf,
  positive,
  secretList,
  url,
  wholeNumberSetting,
} from '../setting-schemas.js';

/** Card processors, and the check of unconfirmed postings. */
export const CARD_PROCESSORS = {
  CARD_PROCESSOR_TIMEOUT_MS: positive(
    20_000,
    'How long a call to a card processor may take before its outcome counts as unknown.',
  ),
  CARD_PROCESSOR_SETTLE_AFTER_MS: wholeNumberSetting(1, MOST)
    .optional()
    .describe(
      'The longest that a card processor may still carry out an abandoned request; overrides each processor’s own value.',
    ),
  SECURE_CAPTURE_ENABLED: booleanSetting()
    .default(true)
    .describe('Whether the secure host captures cards; otherwise it answers 503 `secure_capture_disabled`.'),
  CARD_PROCESSOR: oneOf(['sandbox', 'stripe'])
    .default('sandbox')
    .describe('Where captured cards are stored and charged. `sandbox` accepts test cards only.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word, without blanks or line breaks')
    .optional()
    .describe(
      'Secret. Stripe’s key; with it, cards stored at Stripe can be charged. For the secure host, the worker and the payments subgraph.',
    ),
  STRIPE_WEBHOOK_SECRETS: secretList(
    isSigningSecret,
    'must be whsec_ and the text that Stripe shows after it; several are separated by commas',
  ).describe(
    'Secret. Verifies the events that Stripe posts to the secure host; during a replacement, old and new separated by a comma. Without it events are refused, and only the daily pull finds refunds and disputes. For the secure host.',
  ),
  SANDBOX_CARD_WEBHOOK_SECRETS: secretList(
    isSigningSecret,
    'must be whsec_ and at least 16 characters; several are separated by commas',
  ).describe('Secret. The same for events signed as the sandbox processor.'),
  STRIPE_API_BASE: url().default('https://api.stripe.com').describe('Address of Stripe’s API.'),
  RECONCILE_FIRST_DELAY_MS: positive(
    2_000,
    'Pause before the first check of an unconfirmed posting; later pauses grow.',
  ),
};
