import { z } from 'zod';
import { isDataKey } from '../secrets/at-rest.js';
import { databaseAddress } from './database-address.js';
import { isReadable } from './key-text.js';
import { NO_PART_KEY, NO_PART_KEY_SET, parsePartKey, parsePartKeySet } from './part-keys.js';
import { NO_PUBLIC_TOKEN_KEYS, NO_TOKEN_KEYS, parsePublicTokenKeys, parseTokenKeys } from './token-key-set.js';
import {
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
  truth,
  url,
  whole,
} from './values.js';

/**
 * Every setting of the product, declared once: name, type, default and description.
 * `npm run generate` writes docs/configuration.md from it, and a test compares the two.
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
    .describe('OpenTelemetry collector (OTLP over HTTP) that traces are sent to. Without it none are made.'),
  INTERNAL_PORT: port(
    0,
    'Port at which `serve gateway` and `serve subgraph NAME` answer other parts, and nobody else; 0 means the port in the part’s address below.',
  ),
  PUBLIC_URL: url()
    .optional()
    .describe(
      'The address by which clients know the base host: the tokens’ issuer. Default: host and port; required in production, by https.',
    ),
  SECURE_PUBLIC_URL: url()
    .optional()
    .describe(
      'The address by which clients know the secure host. Default: host and port; required in production where cards are taken, by https.',
    ),
  GATEWAY_URL: url()
    .default('http://127.0.0.1:4010')
    .describe('Where `serve rest` and `serve secure` find the gateway: its port for parts, not its public one.'),
  SUBGRAPH_SERVICING_URL: url()
    .default('http://127.0.0.1:4011')
    .describe('Where the gateway finds the servicing subgraph.'),
  SUBGRAPH_PAYMENTS_URL: url()
    .default('http://127.0.0.1:4012')
    .describe('Where the gateway finds the payments subgraph.'),
  SUBGRAPH_REPORTING_URL: url()
    .default('http://127.0.0.1:4013')
    .describe('Where the gateway finds the reporting subgraph.'),
  SUBGRAPH_MESSAGING_URL: url()
    .default('http://127.0.0.1:4014')
    .describe('Where the gateway finds the messaging subgraph.'),
  PART_READ_TIMEOUT_MS: positive(
    20_000,
    'How long a part waits for another one’s answer to a read. A write is waited for longer: loan systems and card processors have their own limits.',
  ),
  CLOCK_TOLERANCE_SECONDS: positive(
    30,
    'How far a part’s clock may be from Postgres’, ahead or behind; beyond it the part is not ready. Parts take each other’s signatures across twice as much.',
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
      'The same database as the role that its tables belong to, for `migrate`, `start` and bulk data alone. Without it DATABASE_URL’s role owns them, and may change the journal and the audit log.',
    ),
  DATABASE_ADMIN_URL: databaseAddress()
    .optional()
    .describe(
      'The same database as a role that may make roles, for `migrate --roles` alone. Without it DATABASE_OWNER_URL.',
    ),
  DATABASE_POOL_SIZE: positive(16, 'Connections that one process keeps to Postgres at most.'),
  DATABASE_READ_URL: databaseAddress()
    .optional()
    .describe(
      'A streaming replica of `DATABASE_URL`, which answers lists, reports and CSV exports while it is fresh enough. The same in every part, or a client may miss what it has just written.',
    ),
  DATABASE_READ_MAX_LAG_MS: whole(500, MOST)
    .default(5_000)
    .describe(
      'How old what the replica answers may be at most; beyond it the primary answers, as it does to a client for a few seconds longer after each write. The same in every part.',
    ),
  WEBHOOK_ALLOWED_NETWORKS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()])))
    .refine((networks) => networks.every(isNetwork), 'must be networks as 10.1.0.0/16, with commas between them')
    .describe(
      'Networks of your own that webhooks may be sent to, `10.1.0.0/16,fd12::/48`; link-local ones never. Without it public addresses only, and outside production loopback.',
    ),
  WEBHOOK_TIMEOUT_MS: whole(1, MOST_WEBHOOK_TIMEOUT_MS)
    .default(15_000)
    .describe('How long a webhook endpoint may take for one try; 30000 at most.'),
  WEBHOOK_ENDPOINTS_PER_ORGANIZATION: positive(
    16,
    'Webhook endpoints that may send one organization’s events; those of several organizations count in each. What is there already goes on.',
  ),
  REPORT_EXPORT_CONNECTIONS: positive(3, 'Connections of their own that CSV exports may take, at most, per process.'),
  REPORT_EXPORT_STALL_MS: positive(
    60_000,
    'How long the reader of a CSV export may take nothing before it is cut off.',
  ),
  REPORT_EXPORT_LEAST_BYTES_PER_MINUTE: positive(
    1_000_000,
    'What the reader of a CSV export takes in a minute at least, unpacked, where there is as much; who is slower is cut off.',
  ),
  REPORT_EXPORT_DEADLINE_MS: positive(
    900_000,
    'How long a CSV export may take from its beginning to its end; then it is cut off. Postgres ends its statement after 15 minutes anyway.',
  ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, message: 'must be a redis:// address' })
    .optional()
    .describe('Redis for rate limits. Without it they live in memory (one process) or in Postgres (parts apart).'),
  RATE_LIMIT_API_PER_MINUTE: positive(600, 'Sustained requests per minute of the bucket `api`, per key.'),
  RATE_LIMIT_API_BURST: positive(100, 'Requests that the bucket `api` takes beyond the sustained rate.'),
  RATE_LIMIT_TOKEN_PER_MINUTE: positive(
    60,
    'Sustained requests per minute of the bucket `token`, per client and address.',
  ),
  RATE_LIMIT_TOKEN_BURST: positive(20, 'Requests that the bucket `token` takes beyond the sustained rate.'),
  RATE_LIMIT_CONTACT_READS_PER_MINUTE: positive(
    60,
    'Sustained GraphQL requests per minute that read contact data, per operator: the bucket `contact_reads`.',
  ),
  RATE_LIMIT_CONTACT_READS_BURST: positive(
    60,
    'Requests that the bucket `contact_reads` takes beyond the sustained rate.',
  ),
  REFUSALS_PER_MINUTE: positive(
    600,
    'Refusals (400, 401, 403, 413, 415, 429; of strangers 503 too) of one address that a process answers at once, ten seconds’ worth in a row; later ones wait. What is granted is not counted, and never waits.',
  ),
  REFUSAL_HOLD_MS: whole(0, 10_000)
    .default(5_000)
    .describe('How long a refusal waits then, about: half of it to one and a half; a known caller’s a fifth of that.'),
  REFUSALS_HELD: whole(0, 10_000)
    .default(500)
    .describe('Refusals that wait at a time, per process; beyond it they are answered at once.'),
  LOAN_SYSTEM_HOSTS: z
    .string()
    .default('')
    .transform((value) => (value === '' ? [] : value.split(',').map((item) => item.trim().toLowerCase())))
    .refine((items) => items.every(isHost), 'must be hosts with commas between them, each with a port or without')
    .describe(
      'Hosts (`core.lender.example`, `10.0.0.7:8443`; commas between) at which loan systems may be added over GraphQL. Without it: none in production, any otherwise. `loan-systems add` is not bound by it.',
    ),
  LOAN_SYSTEM_TIMEOUT_MS: positive(
    10_000,
    'How long a call to a loan system may take before its outcome counts as unknown.',
  ),
  LOAN_SYSTEM_SETTLE_AFTER_MS: whole(0, MOST)
    .optional()
    .describe(
      'The longest a loan system may still carry out an abandoned request; overrides each system’s own figure.',
    ),
  LOAN_SYSTEM_BREAK_MS: positive(
    5_000,
    'How long nothing is sent to a loan system after five calls in a row have failed; payments are 503 at once then.',
  ),
  LOAN_SYSTEM_SYNC_EVERY_MINUTES: positive(
    5,
    'Pause between two incremental syncs of a loan system; once a day every loan is gone through.',
  ),
  WORKER_CONCURRENCY: positive(4, 'Jobs that one worker works on at a time; each takes a connection to Postgres.'),
  PAYMENT_BATCH_PARALLEL: positive(
    4,
    'Payments of batches that one worker records at a time, on different accounts; each takes a connection to Postgres.',
  ),
  WORKER_LIFE_CHECK_MS: positive(
    30_000,
    'Pause between two looks for jobs of workers that have ended; one that is missed four times in a row loses its jobs to others.',
  ),
  CARD_PROCESSOR_TIMEOUT_MS: positive(
    20_000,
    'How long a call to a card processor may take before its outcome counts as unknown.',
  ),
  CARD_PROCESSOR_SETTLE_AFTER_MS: whole(0, MOST)
    .optional()
    .describe(
      'The longest a card processor may still carry out an abandoned request; overrides each processor’s own figure.',
    ),
  SECURE_CAPTURE_ENABLED: truth()
    .default(true)
    .describe('Whether the secure host takes cards; otherwise it answers 503 `secure_capture_disabled`.'),
  CARD_PROCESSOR: oneOf(['sandbox', 'stripe'])
    .default('sandbox')
    .describe('Where captured cards are stored and charged. `sandbox` knows test cards only.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word, without blanks or line breaks')
    .optional()
    .describe(
      'Secret. Stripe’s key; with it, Stripe’s cards can be charged. For the secure host, the worker and the payments subgraph.',
    ),
  STRIPE_WEBHOOK_SECRETS: secretList(
    isSigningSecret,
    'must be whsec_ and what Stripe shows behind it, or several with commas between them',
  ).describe(
    'Secret. Signs the events that Stripe posts to the secure host; while it is replaced, old and new with a comma between them. Without it none are taken, and the daily pull alone finds what Stripe took back. For the secure host.',
  ),
  SANDBOX_CARD_WEBHOOK_SECRETS: secretList(
    isSigningSecret,
    'must be whsec_ and at least 16 characters, or several with commas between them',
  ).describe('Secret. The same for events signed in the name of the sandbox processor.'),
  STRIPE_API_BASE: url().default('https://api.stripe.com').describe('Where Stripe’s API is.'),
  RECONCILE_FIRST_DELAY_MS: positive(
    2_000,
    'Pause before the first look at an unconfirmed posting; later pauses grow.',
  ),
  BODY_LIMIT_BYTES: positive(
    1_048_576,
    'Largest request body that the base host reads; most operations read far less, as much as their fields can hold.',
  ),
  BOARDING_MAX_BYTES: whole(1_024, 1_099_511_627_776)
    .default(536_870_912)
    .describe(
      'Largest file of a portfolio that is boarded: 100,000 loans with twenty transactions each are half of that. It is read as it arrives, and never held.',
    ),
  GRAPHQL_BODY_LIMIT_BYTES: positive(1_048_576, 'Largest request body that the GraphQL server reads.'),
  WEBHOOK_BODY_LIMIT_BYTES: whole(1, 5_242_880) // what parts hand each other holds no more
    .default(5_242_880)
    .describe('Largest webhook call of an email provider that is read; 5 MB at most.'),
  WEBHOOK_UNSIGNED_BODY_LIMIT_BYTES: positive(
    65_536,
    'Largest webhook call that is read where no header says who sent it: Mailgun signs inside the body.',
  ),
  WEBHOOK_HELD_BYTES: positive(
    16_777_216,
    'Bytes of large webhook calls that a process holds until their senders are known: of calls that look signed, of those that do not, and of callers with a token, each. Beyond it one that has not arrived makes room, or the call is 503 with Retry-After. Calls that announce 64 kB or less have 4 MB more of each.',
  ),
  WEBHOOK_HELD_BYTES_PER_ADDRESS: positive(
    5_242_880,
    'The same, of one address (of IPv6 its /64), or of one key; at least a whole call.',
  ),
  WEBHOOK_BODY_TIMEOUT_MS: positive(10_000, 'How long a webhook call may take to arrive; after that it is 503.'),
  WEBHOOK_UNVERIFIED_PER_MINUTE: positive(
    120,
    'Webhook calls of one address that a process looks at in a minute without finding them genuine, signed ones and others each; genuine ones are not counted. Beyond it large ones are 503, unless the address has sent a genuine one within the hour.',
  ),
  GRAPHQL_MAX_TOKENS: positive(2_000, 'Tokens of a GraphQL document, and fields with its fragments written out.'),
  GRAPHQL_MAX_ROOT_FIELDS: positive(20, 'Root fields of a GraphQL operation.'),
  GRAPHQL_MAX_DEPTH: positive(14, 'Levels of fields in a GraphQL operation.'),
  GRAPHQL_MAX_ALIASES: positive(50, 'Aliases in a GraphQL operation.'),
  GRAPHQL_MAX_DIRECTIVES: positive(50, 'Directives in a GraphQL operation.'),
  GRAPHQL_MAX_COST: positive(
    25_000,
    'Cost of a GraphQL operation: the objects that it may answer, nested pages multiplied, and what some fields weigh.',
  ),
  GRAPHQL_MAX_VALUES: positive(1_000, 'Values in the variables of a GraphQL operation, at any depth.'),
  GRAPHQL_MAX_ANSWER: positive(10_000_000, 'Characters of the answer to a GraphQL query.'),
  EXPLORER_ENABLED: truth()
    .optional()
    .describe('Whether the GraphQL host has `/explorer`. Default: true, in production false.'),
  DASHBOARD_ENABLED: truth()
    .optional()
    .describe('Whether the GraphQL host has the dashboard. Default: true, in production false.'),
  DASHBOARD_URL: url()
    .optional()
    .describe(
      'The address by which operators know the GraphQL host, and with it the dashboard. Default: host and port; required in production where the dashboard is enabled, by https.',
    ),
  WEBHOOK_RETENTION_DAYS: whole(7, MOST)
    .default(30)
    .describe(
      'How long webhook calls, the receipts by which a repeated event is known, and replayed events are kept; 7 or more, for providers repeat a call for days.',
    ),
  UNMATCHED_EVENT_RETENTION_DAYS: positive(
    90,
    'How long an event waits for its campaign to be registered, or, set aside, to be replayed.',
  ),
  SHUTDOWN_DELAY_MS: whole(0, 600_000)
    .optional()
    .describe(
      'How long a process that was told to stop still takes requests, while `/readyz` is 503 already: balancers are to notice first. Default: 0, in production 5000.',
    ),
  SHUTDOWN_GRACE_MS: positive(10_000, 'How long a stopping process waits for requests in flight.'),
  TRUST_PROXY: z
    .string()
    .refine(isTrustSetting, 'must be true, false, a number of hops, or a list of addresses and networks')
    .default('false')
    .describe(
      'Which proxies may name the client’s address: `true`, `false`, a number of hops, or a list of addresses.',
    ),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severity that is logged (to standard error, one JSON object a line).'),
  OIDC_ISSUER: url()
    .optional()
    .describe('OpenID Connect issuer whose tokens operators may show to the GraphQL server, as they name it.'),
  OIDC_AUDIENCE: z.string().min(1).optional().describe('What that issuer’s tokens for us are made out to (`aud`).'),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The dashboard’s client at that issuer; with it operators sign in there. Its redirect address: `DASHBOARD_URL` and `/session/oidc/callback`; its post-logout one: `DASHBOARD_URL` and `/sign-in`.',
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Secret. That client’s secret; without it it is a public one, known by PKCE.'),
  OIDC_SCOPE: z.string().min(1).default('openid profile email').describe('What the dashboard asks the issuer for.'),
  OIDC_ROLES_CLAIM: z
    .string()
    .min(1)
    .default('roles')
    .describe('The claim that lists an operator’s roles; dots lead into objects, as in `realm_access.roles`.'),
  OIDC_ROLE_PREFIX: z
    .string()
    .default('')
    .describe('What stands before `viewer`, `operator` and `admin` in that claim, for example `tributary-`.'),
  OIDC_DEFAULT_ORGANIZATIONS: oneOf(['none', 'all'])
    .default('none')
    .describe('What an issuer’s token without the claim `organization_ids` reaches: `none`, or `all` organizations.'),
  TOKEN_SIGNING_KEYS: z
    .string()
    .refine((text) => isReadable(parseTokenKeys, text), NO_TOKEN_KEYS)
    .optional()
    .describe(
      'Secret. JSON Web Key Set with private ES256 keys, or that in base64url; the first signs access tokens. For `serve rest` and `operators token`, and for nobody else.',
    ),
  TOKEN_VERIFICATION_KEYS: z
    .string()
    .refine((text) => isReadable(parsePublicTokenKeys, text), NO_PUBLIC_TOKEN_KEYS)
    .optional()
    .describe('The public halves of TOKEN_SIGNING_KEYS, likewise: by them parts that issue no tokens verify them.'),
  INTERNAL_SIGNING_KEY: z
    .string()
    .refine((text) => isReadable(parsePartKey, text), NO_PART_KEY)
    .optional()
    .describe(
      'Secret. JSON Web Key with this part’s own private Ed25519 key, or that in base64url: signs the principal that it hands to other parts. For `serve rest`, `secure`, `gateway` and `worker`, each its own; not needed by `start`.',
    ),
  INTERNAL_VERIFICATION_KEYS: z
    .string()
    .refine((text) => isReadable(parsePartKeySet, text), NO_PART_KEY_SET)
    .optional()
    .describe(
      'JSON Web Key Set with the public keys of all those parts, or that in base64url; the same in every part.',
    ),
  CURSOR_SIGNING_SECRET: secretList(
    (secret) => secret.length >= 32,
    'must have at least 32 characters, or be several such with commas between them',
  )
    .transform((secrets) => (secrets.length === 0 ? undefined : secrets))
    .describe(
      'Secret. Signs pagination cursors, and is what Idempotency-Keys are kept under. While it is replaced, both with a comma between them: the first is used, each is known.',
    ),
  CARD_FINGERPRINT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret. Key of the HMAC by which the secure host knows a repeated capture; the same for all of its processes, and for nobody else: whoever keeps the fingerprints must not have it.',
    ),
  DATA_ENCRYPTION_KEYS: secretList(isDataKey, 'must be 32 bytes in base64url, or several such with commas between them')
    .refine((keys) => new Set(keys).size === keys.length, 'must hold no key twice')
    .transform((keys) => (keys.length === 0 ? undefined : keys))
    .describe(
      'Secret. Encrypts secrets that are kept and must be read back, a webhook’s for example (AES-256-GCM). The first encrypts, each decrypts. For the subgraphs and the worker; required in production.',
    ),
  SENDGRID_WEBHOOK_PUBLIC_KEY: secretList(
    isP256PublicKey,
    'must be the public key that SendGrid shows (DER in base64), or several with commas between them',
  ).describe(
    'Verification key of SendGrid’s signed event webhook. Without a key, calls need a bearer token. Like the secrets below: old and new one with a comma between them while it is replaced.',
  ),
  MAILGUN_WEBHOOK_SIGNING_KEY: secretList(() => true, 'must not be empty between commas').describe(
    'Secret. Mailgun’s HTTP webhook signing key. Without it, its calls need a bearer token.',
  ),
  POSTMARK_WEBHOOK_USERNAME: z
    .string()
    .regex(/^[^:]+$/, 'must not contain a colon')
    .optional()
    .describe('User name that Postmark presents (HTTP Basic). Without it, its calls need a bearer token.'),
  POSTMARK_WEBHOOK_PASSWORD: secretList(() => true, 'must not be empty between commas').describe(
    'Secret. Password that Postmark presents; without a comma in it.',
  ),
  GENERIC_WEBHOOK_SECRET: secretList(
    isWebhookSecret,
    'must be whsec_ and at least 24 bytes in base64, or several with commas between them',
  ).describe('Secret. Signs event webhooks of any other sender (Standard Webhooks, `whsec_…`).'),
});

/** Halves of credentials verify nothing, and tokens made out to anybody must open nothing. */
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
    message: 'must be at least WEBHOOK_BODY_LIMIT_BYTES: larger calls would never be taken',
  })
  .refine((settings) => settings.WEBHOOK_HELD_BYTES >= settings.WEBHOOK_BODY_LIMIT_BYTES, {
    path: ['WEBHOOK_HELD_BYTES'],
    message: 'must be at least WEBHOOK_BODY_LIMIT_BYTES: larger calls would never be taken',
  });

/** Whether a variable is one of ours: whoever may name a loan system's secret must not have ours sent there. */
export function isOwnVariable(name: string): boolean {
  return name in variables.shape;
}

/** Settings as read from the environment, before generated secrets fill the gaps. */
export type Settings = z.infer<typeof configSchema>;
