import { z } from 'zod';
import { isDataKey } from '../secrets/at-rest.js';
import { databaseAddress } from './database-address-schema.js';
import { isReadable } from './key-text.js';
import { NO_PART_KEY, NO_PART_KEY_SET, parsePartKey, parsePartKeySet } from './part-keys.js';
import {
  booleanSetting,
  isHost,
  isNetwork,
  isP256PublicKey,
  isSigningSecret,
  isTrustSetting,
  isWebhookSecret,
  MOST,
  MOST_WEBHOOK_TIMEOUT_MS,
  oneOf,
  port,
  positive,
  secretList,
  url,
  wholeNumberSetting,
} from './setting-schemas.js';
import { NO_PUBLIC_TOKEN_KEYS, NO_TOKEN_KEYS, parsePublicTokenKeys, parseTokenKeys } from './token-key-set.js';

/**
 * Every setting of the product, declared once: name, type, default, and the sentence that docs/configuration.md shows. A
 * sentence that begins with "Secret." needs a file in environment-files.ts.
 */

const variables = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses the embedded database, the sandboxes and generated secrets.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address that every host listens on.'),
  PORT: port(4000, 'Port of the base host (REST).'),
  GRAPHQL_PORT: port(4001, 'Port of the gateway (GraphQL).'),
  SECURE_PORT: port(4002, 'Port of the secure card-capture host.'),
  METRICS_PORT: port(
    0,
    'Port of `/metrics`, `/healthz` and a detailed `/readyz` of this process, for operators only; 0 means none.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url()
    .optional()
    .describe('OpenTelemetry collector (OTLP over HTTP) that receives traces. Without it no traces are made.'),
  INTERNAL_PORT: port(
    0,
    'Port at which `serve gateway` and `serve subgraph NAME` answer other parts only; 0 means the port in the part’s address below.',
  ),
  PUBLIC_URL: url()
    .optional()
    .describe(
      'The address by which clients know the base host: the tokens’ issuer. Default: host and port; required in production, with https.',
    ),
  SECURE_PUBLIC_URL: url()
    .optional()
    .describe(
      'The address by which clients know the secure host. Default: host and port; required in production where cards are captured, with https.',
    ),
  GATEWAY_URL: url()
    .default('http://127.0.0.1:4010')
    .describe('Address of the gateway, for `serve rest` and `serve secure`: its port for parts, not its public one.'),
  SUBGRAPH_SERVICING_URL: url()
    .default('http://127.0.0.1:4011')
    .describe('Address of the servicing subgraph, for `serve gateway` and `serve rest`.'),
  SUBGRAPH_PAYMENTS_URL: url()
    .default('http://127.0.0.1:4012')
    .describe('Address of the payments subgraph, for `serve gateway` and `serve rest`.'),
  SUBGRAPH_REPORTING_URL: url()
    .default('http://127.0.0.1:4013')
    .describe('Address of the reporting subgraph, for `serve gateway` and `serve rest`.'),
  SUBGRAPH_MESSAGING_URL: url()
    .default('http://127.0.0.1:4014')
    .describe('Address of the messaging subgraph, for `serve gateway` and `serve rest`.'),
  PART_READ_TIMEOUT_MS: positive(
    20_000,
    'How long a part waits for another part’s answer to a read. For a write it waits longer: loan systems and card processors have their own limits.',
  ),
  CLOCK_TOLERANCE_SECONDS: positive(
    30,
    'How far a part’s clock may differ from Postgres’ clock; beyond that the part is not ready. Parts accept each other’s signatures within twice that difference.',
  ),
  TRIBUTARY_DATA_DIR: z
    .string()
    .min(1)
    .default('.tributary')
    .describe('Folder of the embedded database, generated secrets and demo credentials.'),
  DATABASE_URL: databaseAddress()
    .optional()
    .describe('Postgres 15 or newer. Without it an embedded Postgres runs in the data folder.'),
  DATABASE_OWNER_URL: databaseAddress()
    .optional()
    .describe(
      'The same database, as the role that owns the tables; used only by `migrate`, `start` and bulk data. Without it DATABASE_URL’s role owns them, and may change the journal and the audit log.',
    ),
  DATABASE_ADMIN_URL: databaseAddress()
    .optional()
    .describe(
      'The same database, as a role that may create roles; used only by `migrate --roles`. Default: DATABASE_OWNER_URL.',
    ),
  DATABASE_POOL_SIZE: positive(16, 'The most connections that one process keeps to Postgres.'),
  DATABASE_READ_URL: databaseAddress()
    .optional()
    .describe(
      'A streaming replica of `DATABASE_URL`, which answers lists, reports and CSV exports while it is fresh enough. Set it equally in every part; otherwise a client may not see what it has just written.',
    ),
  DATABASE_READ_MAX_LAG_MS: wholeNumberSetting(500, MOST)
    .default(5_000)
    .describe(
      'How old the replica’s data may be; beyond that the primary answers. After a write, the primary answers that client for a few seconds longer than this. The same in every part.',
    ),
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
  REPORT_EXPORT_CONNECTIONS: positive(3, 'The most dedicated connections that CSV exports may use, per process.'),
  REPORT_EXPORT_STALL_MS: positive(
    60_000,
    'How long the reader of a CSV export may read nothing before it is cut off.',
  ),
  REPORT_EXPORT_LEAST_BYTES_PER_MINUTE: positive(
    1_000_000,
    'The least that the reader of a CSV export must read per minute, uncompressed, when that much is available; a slower reader is cut off.',
  ),
  REPORT_EXPORT_DEADLINE_MS: positive(
    900_000,
    'How long a CSV export may take in total before it is cut off. Postgres ends its statement after 15 minutes in any case.',
  ),
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
  LOAN_SYSTEM_HOSTS: z
    .string()
    .default('')
    .transform((value) => (value === '' ? [] : value.split(',').map((item) => item.trim().toLowerCase())))
    .refine((items) => items.every(isHost), 'must be hosts separated by commas, each with or without a port')
    .describe(
      'Hosts (`core.lender.example`, `10.0.0.7:8443`; separated by commas) whose loan systems may be added over GraphQL. Without it: none in production, any elsewhere. It does not restrict `loan-systems add`.',
    ),
  LOAN_SYSTEM_TIMEOUT_MS: positive(
    10_000,
    'How long a call to a loan system may take before its outcome counts as unknown.',
  ),
  LOAN_SYSTEM_SETTLE_AFTER_MS: wholeNumberSetting(0, MOST)
    .optional()
    .describe(
      'The longest that a loan system may still carry out an abandoned request; overrides each system’s own value.',
    ),
  LOAN_SYSTEM_BREAK_MS: positive(
    5_000,
    'How long requests to a loan system stop after five calls in a row have failed; payments get 503 at once during that time.',
  ),
  LOAN_SYSTEM_SYNC_EVERY_MINUTES: positive(
    5,
    'Pause between two incremental syncs of a loan system; once a day every loan is synced.',
  ),
  WORKER_CONCURRENCY: positive(4, 'Jobs that one worker runs at a time; each uses a connection to Postgres.'),
  PAYMENT_BATCH_PARALLEL: positive(
    4,
    'Payments of batches that one worker records at a time, on different accounts; each uses a connection to Postgres.',
  ),
  AUTOPAY_PARALLEL: positive(
    2,
    'Autopay jobs that one worker runs at a time, beside `WORKER_CONCURRENCY`; each uses up to four connections to Postgres.',
  ),
  AUTOPAY_CHARGES_IN_FLIGHT: positive(
    32,
    'Charges of autopay that one worker has on their way at a card processor at the same time.',
  ),
  AUTOPAY_CHARGES_PER_SECOND: wholeNumberSetting(1, MOST)
    .optional()
    .describe('Charges of autopay that one worker begins in a second at each card processor. Without it: no limit.'),
  WORKER_LIFE_CHECK_MS: positive(
    30_000,
    'How often a worker checks for jobs of workers that have ended; a worker that misses four checks in a row loses its jobs to others.',
  ),
  CARD_PROCESSOR_TIMEOUT_MS: positive(
    20_000,
    'How long a call to a card processor may take before its outcome counts as unknown.',
  ),
  CARD_PROCESSOR_SETTLE_AFTER_MS: wholeNumberSetting(0, MOST)
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
  BODY_LIMIT_BYTES: positive(
    1_048_576,
    'Largest request body that the base host reads; most operations have a far lower limit, set by their fields.',
  ),
  BOARDING_MAX_BYTES: wholeNumberSetting(1_024, 1_099_511_627_776)
    .default(536_870_912)
    .describe(
      'Largest portfolio file that can be boarded: 100,000 loans with twenty transactions each take half of that. It is processed as it arrives, and never held in memory.',
    ),
  GRAPHQL_BODY_LIMIT_BYTES: positive(1_048_576, 'Largest request body that the GraphQL server reads.'),
  WEBHOOK_BODY_LIMIT_BYTES: wholeNumberSetting(1, 5_242_880) // parts pass each other no larger bodies
    .default(5_242_880)
    .describe('Largest webhook call of an email provider; 5 MB at most.'),
  WEBHOOK_UNSIGNED_BODY_LIMIT_BYTES: positive(
    65_536,
    'Largest webhook call whose sender no header identifies: Mailgun signs inside the body.',
  ),
  WEBHOOK_HELD_BYTES: positive(
    16_777_216,
    'Bytes of large webhook calls that a process holds until their senders are verified; separate for calls that look signed, calls that do not, and callers with a token. Beyond it an incomplete call is dropped, or the new call gets 503 with Retry-After. Calls that announce 64 kB or less have 4 MB more for each group.',
  ),
  WEBHOOK_HELD_BYTES_PER_ADDRESS: positive(
    5_242_880,
    'The same limit for one address (for IPv6 its /64), or for one key; at least one whole call.',
  ),
  WEBHOOK_BODY_TIMEOUT_MS: positive(10_000, 'How long a webhook call may take to arrive; after that it gets 503.'),
  WEBHOOK_UNVERIFIED_PER_MINUTE: positive(
    120,
    'Webhook calls of one address that a process may reject per minute, counted separately for signed calls and others; genuine calls are not counted. Beyond it large calls get 503, unless the address has sent a genuine one within the hour.',
  ),
  GRAPHQL_MAX_TOKENS: positive(2_000, 'Tokens of a GraphQL document, and its fields with fragments expanded.'),
  GRAPHQL_MAX_ROOT_FIELDS: positive(20, 'Root fields of a GraphQL operation.'),
  GRAPHQL_MAX_DEPTH: positive(14, 'Levels of fields in a GraphQL operation.'),
  GRAPHQL_MAX_ALIASES: positive(50, 'Aliases in a GraphQL operation.'),
  GRAPHQL_MAX_DIRECTIVES: positive(50, 'Directives in a GraphQL operation.'),
  GRAPHQL_MAX_COST: positive(
    25_000,
    'Cost of a GraphQL operation: the objects that it may return, with nested pages multiplied, plus the weight of some fields.',
  ),
  GRAPHQL_MAX_VALUES: positive(1_000, 'Values in the variables of a GraphQL operation, at any depth.'),
  GRAPHQL_MAX_ANSWER: positive(10_000_000, 'Characters in the answer to a GraphQL query.'),
  EXPLORER_ENABLED: booleanSetting()
    .optional()
    .describe('Whether the GraphQL host has `/explorer`. Default: true, in production false.'),
  DASHBOARD_ENABLED: booleanSetting()
    .optional()
    .describe('Whether the GraphQL host has the dashboard. Default: true, in production false.'),
  DASHBOARD_URL: url()
    .optional()
    .describe(
      'The address by which operators know the GraphQL host and its dashboard. Default: host and port; required in production where the dashboard is enabled, with https.',
    ),
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
  OIDC_ISSUER: url()
    .optional()
    .describe(
      'The OpenID Connect issuer, as its tokens name it; operators may use its tokens with the GraphQL server.',
    ),
  OIDC_AUDIENCE: z.string().min(1).optional().describe('The audience (`aud`) of that issuer’s tokens for Tributary.'),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The dashboard’s client at that issuer; with it operators sign in there. Its redirect address: `DASHBOARD_URL` and `/session/oidc/callback`; its post-logout address: `DASHBOARD_URL` and `/sign-in`.',
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Secret. That client’s secret; without it the client is public and uses PKCE only.'),
  OIDC_SCOPE: z
    .string()
    .min(1)
    .default('openid profile email')
    .describe('The scopes that the dashboard requests from the issuer.'),
  OIDC_ROLES_CLAIM: z
    .string()
    .min(1)
    .default('roles')
    .describe('The claim that lists an operator’s roles; dots lead into objects, as in `realm_access.roles`.'),
  OIDC_ROLE_PREFIX: z
    .string()
    .default('')
    .describe('The prefix of `viewer`, `operator` and `admin` in that claim, for example `tributary-`.'),
  OIDC_DEFAULT_ORGANIZATIONS: oneOf(['none', 'all'])
    .default('none')
    .describe('The access of an issuer’s token without the claim `organization_ids`: `none`, or `all` organizations.'),
  TOKEN_SIGNING_KEYS: z
    .string()
    .refine((text) => isReadable(parseTokenKeys, text), NO_TOKEN_KEYS)
    .optional()
    .describe(
      'Secret. JSON Web Key Set with private ES256 keys, plain or in base64url; the first signs access tokens. Only for `serve rest` and `operators token`.',
    ),
  TOKEN_VERIFICATION_KEYS: z
    .string()
    .refine((text) => isReadable(parsePublicTokenKeys, text), NO_PUBLIC_TOKEN_KEYS)
    .optional()
    .describe(
      'The public halves of TOKEN_SIGNING_KEYS, plain or in base64url, with which parts that issue no tokens verify them.',
    ),
  INTERNAL_SIGNING_KEY: z
    .string()
    .refine((text) => isReadable(parsePartKey, text), NO_PART_KEY)
    .optional()
    .describe(
      'Secret. JSON Web Key with this part’s own private Ed25519 key, plain or in base64url: signs the principal that it passes to other parts. For `serve rest`, `secure`, `gateway` and `worker`, each with its own; not needed by `start`.',
    ),
  INTERNAL_VERIFICATION_KEYS: z
    .string()
    .refine((text) => isReadable(parsePartKeySet, text), NO_PART_KEY_SET)
    .optional()
    .describe(
      'JSON Web Key Set with the public keys of all those parts, plain or in base64url; the same in every part.',
    ),
  CURSOR_SIGNING_SECRET: secretList(
    (secret) => secret.length >= 32,
    'must have at least 32 characters; several are separated by commas',
  )
    .transform((secrets) => (secrets.length === 0 ? undefined : secrets))
    .describe(
      'Secret. Signs pagination cursors, and protects stored Idempotency-Keys (as an HMAC key). During a replacement, both separated by a comma: the first is used, all are accepted.',
    ),
  POSTING_REFERENCE_SECRET: secretList(
    (secret) => secret.length >= 32,
    'must have at least 32 characters; several are separated by commas',
  )
    .transform((secrets) => (secrets.length === 0 ? undefined : secrets))
    .describe(
      'Secret. HMAC key of the references under which payments and reversals are posted at loan systems: a repeated request finds its posting there, even after a restore. During a replacement, both separated by a comma: the first makes references, all find them. For the worker and the payments subgraph; required in production.',
    ),
  CARD_FINGERPRINT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret. HMAC key of the fingerprints by which the secure host recognizes a repeated capture. The same for all secure hosts, and only for them: the parts that store the fingerprints must not have it.',
    ),
  DATA_ENCRYPTION_KEYS: secretList(isDataKey, 'must be 32 bytes in base64url; several are separated by commas')
    .refine((keys) => new Set(keys).size === keys.length, 'must not contain the same key twice')
    .transform((keys) => (keys.length === 0 ? undefined : keys))
    .describe(
      'Secret. Encrypts stored secrets that must be read back, such as a webhook’s (AES-256-GCM). The first encrypts, all decrypt. For the subgraphs and the worker; required in production.',
    ),
  SENDGRID_WEBHOOK_PUBLIC_KEY: secretList(
    isP256PublicKey,
    'must be the public key that SendGrid shows (DER in base64); several are separated by commas',
  ).describe(
    'Verification key of SendGrid’s signed event webhook. Without a key, calls need a bearer token. For this and the secrets below: during a replacement, old and new separated by a comma.',
  ),
  MAILGUN_WEBHOOK_SIGNING_KEY: secretList(() => true, 'must not have an empty value between commas').describe(
    'Secret. Mailgun’s HTTP webhook signing key. Without it, its calls need a bearer token.',
  ),
  POSTMARK_WEBHOOK_USERNAME: z
    .string()
    .regex(/^[^:]+$/, 'must not contain a colon')
    .optional()
    .describe('User name that Postmark sends (HTTP Basic). Without it, its calls need a bearer token.'),
  POSTMARK_WEBHOOK_PASSWORD: secretList(() => true, 'must not have an empty value between commas').describe(
    'Secret. Password that Postmark sends; it must not contain a comma.',
  ),
  GENERIC_WEBHOOK_SECRET: secretList(
    isWebhookSecret,
    'must be whsec_ and at least 24 bytes in base64; several are separated by commas',
  ).describe('Secret. Verifies event webhooks of any other sender (Standard Webhooks, `whsec_…`).'),
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
