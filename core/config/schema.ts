import { z } from 'zod';
import { CARD_PROCESSORS } from './settings/card-processors.js';
import { DASHBOARD } from './settings/dashboard.js';
import { DATABASE } from './settings/database.js';
import { EMAIL_PROVIDERS } from './settings/email-providers.js';
import { EXPORTS } from './settings/exports.js';
import { HOSTS_AND_PARTS } from './settings/hosts-and-parts.js';
import { IDENTITY_PROVIDER } from './settings/identity-provider.js';
import { KEYS } from './settings/keys.js';
import { LOAN_SYSTEMS } from './settings/loan-systems.js';
import { OPERATION } from './settings/operation.js';
import { RATE_LIMITS } from './settings/rate-limits.js';
import { REQUEST_LIMITS } from './settings/request-limits.js';
import { WEBHOOKS_TO_CLIENTS } from './settings/webhooks-to-clients.js';
import { WORKER } from './settings/worker.js';

/**
 * Every setting of the product, declared once in `settings/`: name, type, default, and the sentence that
 * docs/configuration.md shows, in this order. A sentence that begins with "Secret." needs a file in environment-files.ts.
 */
const variables = z.object({
  ...HOSTS_AND_PARTS,
  ...DATABASE,
  ...WEBHOOKS_TO_CLIENTS,
  ...EXPORTS,
  ...RATE_LIMITS,
  ...LOAN_SYSTEMS,
  ...WORKER,
  ...CARD_PROCESSORS,
  ...REQUEST_LIMITS,
  ...DASHBOARD,
  ...OPERATION,
  ...IDENTITY_PROVIDER,
  ...KEYS,
  ...EMAIL_PROVIDERS,
});

/** Half a pair of credentials verifies nothing, and an issuer's tokens are accepted only with an audience. */
export const configSchema = variables
  .refine(
    (settings) =>
      (settings.POSTMARK_WEBHOOK_USERNAME === undefined) === (settings.POSTMARK_WEBHOOK_PASSWORD.length === 0),
    { path: ['POSTMARK_WEBHOOK_PASSWORD'], message: 'must be set together with POSTMARK_WEBHOOK_USERNAME' },
  )
  .refine((settings) => (settings.OIDC_ISSUER === undefined) === (settings.OIDC_AUDIENCE === undefined), {
    path: ['OIDC_AUDIENCE'],
    message: 'must be set together with OIDC_ISSUER',
  })
  .refine((settings) => settings.OIDC_CLIENT_ID === undefined || settings.OIDC_ISSUER !== undefined, {
    path: ['OIDC_CLIENT_ID'],
    message: 'needs OIDC_ISSUER',
  })
  .refine((settings) => settings.OIDC_CLIENT_SECRET === undefined || settings.OIDC_CLIENT_ID !== undefined, {
    path: ['OIDC_CLIENT_SECRET'],
    message: 'needs OIDC_CLIENT_ID',
  })
  .refine((settings) => settings.WEBHOOK_HELD_BYTES_PER_ADDRESS >= settings.WEBHOOK_BODY_LIMIT_BYTES, {
    path: ['WEBHOOK_HELD_BYTES_PER_ADDRESS'],
    message: 'must be at least WEBHOOK_BODY_LIMIT_BYTES: larger calls would never be accepted',
  })
  .refine((settings) => settings.WEBHOOK_HELD_BYTES >= settings.WEBHOOK_BODY_LIMIT_BYTES, {
    path: ['WEBHOOK_HELD_BYTES'],
    message: 'must be at least WEBHOOK_BODY_LIMIT_BYTES: larger calls would never be accepted',
  });

/**
 * Whether a variable is one of ours. A caller who names the variable of a loan system's secret must not be able to
 * have one of ours sent there.
 */
export function isOwnVariable(name: string): boolean {
  return name in variables.shape;
}

/** Settings as read from the environment, before generated secrets fill the gaps. */
export type Settings = z.infer<typeof configSchema>;
