import { expect, it } from 'vitest';
import { freshDeployment } from './deployment-secrets.js';
import { keyText } from './key-text.js';
import { loadConfig } from './load.js';
import { freshPartKey, parsePartKeySet, partKeySetText, publicPartKey } from './part-keys.js';
import type { ProcessNeeds } from './secrets-needed-by-process.js';
import { parseTokenKeys, publicTokenKeys, tokenKeysText, withNewKey } from './token-key-set.js';

const FRESH = await freshDeployment();
/** The environment of one process that runs every part. */
const SECRETS = { ...FRESH.compose, ...FRESH.data, ...FRESH.postings, ...FRESH.rest, ...FRESH.secure };
const START: ProcessNeeds = { captures: true, processes: true, keepsSecrets: true, posts: true, tokens: 'issues' };
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
  CARD_PROCESSOR: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_x',
  PUBLIC_URL: 'https://api.example.com',
  SECURE_PUBLIC_URL: 'https://cards.example.com',
  ...SECRETS,
};
const problems = (changes: Readonly<Record<string, string>>, use: ProcessNeeds = START) =>
  loadConfig({ ...PRODUCTION, ...changes }, use).then(
    () => [],
    (error: Error) => error.message.split('\n').slice(1),
  );

it('production takes cards only with Stripe, unless card capture is off', async () => {
  expect(await problems({})).toEqual([]);
  const sandbox = { CARD_PROCESSOR: 'sandbox' };
  expect(await problems(sandbox)).toEqual([
    '  CARD_PROCESSOR=stripe, or SECURE_CAPTURE_ENABLED=false: the sandbox processor captures no real cards',
  ]);
  expect(await problems({ ...sandbox, SECURE_CAPTURE_ENABLED: 'false' })).toEqual([]);
});

it('production sends no cards in clear, except within its own machine', async () => {
  const inClear = ['  STRIPE_API_BASE, as an https address: no cards are sent in clear'];
  expect(await problems({ STRIPE_API_BASE: 'http://stripe.example' })).toEqual(inClear);
  expect(await problems({ STRIPE_API_BASE: 'http://127.0.0.1.example' })).toEqual(inClear);
  for (const own of ['http://127.0.0.1:12111', 'http://localhost:12111', 'http://[::1]:12111']) {
    expect(await problems({ STRIPE_API_BASE: own })).toEqual([]);
  }
});

it('names every wrong variable, and everything that production lacks, at once and in plain words', async () => {
  const wrong = {
    PORT: 'harbour',
    LOAN_SYSTEM_TIMEOUT_MS: '3000000000',
    TRUST_PROXY: '10.0.0.0/33',
    LOG_LEVEL: 'loud',
  };
  expect(
    await problems({
      ...wrong,
      TOKEN_SIGNING_KEYS: '{"keys":[]}',
      TOKEN_VERIFICATION_KEYS: '',
      SECURE_PUBLIC_URL: '',
      DATABASE_URL: '',
    }),
  ).toEqual([
    '  PORT: must be a whole number from 0 to 65535',
    '  LOAN_SYSTEM_TIMEOUT_MS: must be 2147483647 at most',
    '  TRUST_PROXY: must be true, false, a number of hops, or a list of addresses and networks',
    '  LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent',
    '  TOKEN_SIGNING_KEYS: must be a JSON Web Key Set of private EC keys on P-256, each with a kid',
    'NODE_ENV=production needs these variables to be set:',
    '  DATABASE_URL',
    '  SECURE_PUBLIC_URL',
  ]);
});

it('names everything that production lacks at once', async () => {
  expect(await problems({ DATABASE_URL: '', CARD_PROCESSOR: '', CURSOR_SIGNING_SECRET: '' })).toHaveLength(3);
});

it('without card capture no fingerprint key is required, and without a processor none of Stripe’s keys', async () => {
  const without = { CARD_FINGERPRINT_SECRET: '', STRIPE_SECRET_KEY: '' };
  expect(await problems(without, {})).toEqual([]);
  expect((await loadConfig({ ...PRODUCTION, ...without })).CARD_FINGERPRINT_SECRET).toBe('');
  const stripe = ['  STRIPE_SECRET_KEY: must be set when CARD_PROCESSOR is stripe'];
  expect(await problems(without, { processes: true })).toEqual(stripe);
  const fingerprint = { CARD_FINGERPRINT_SECRET: '' };
  expect(await problems(fingerprint, { processes: true })).toEqual([]);
  expect(await problems(fingerprint)).toEqual(['  CARD_FINGERPRINT_SECRET']);
});

it('production refuses guessable secrets, names all of them at once, and shows none', async () => {
  const weak = {
    SANDBOX_CARD_WEBHOOK_SECRETS: `whsec_${'sandbox'.repeat(4)}`,
    OIDC_CLIENT_SECRET: 'changeme',
    CURSOR_SIGNING_SECRET: 'changeme'.repeat(4),
    CARD_FINGERPRINT_SECRET: '0123456789'.repeat(4),
    DATA_ENCRYPTION_KEYS: `${FRESH.data.DATA_ENCRYPTION_KEYS},${Buffer.alloc(32).toString('base64url')}`,
    GENERIC_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
  };
  const issuer = { OIDC_ISSUER: 'https://issuer.example', OIDC_AUDIENCE: 'tributary', OIDC_CLIENT_ID: 'dashboard' };
  const found = await problems({ ...issuer, ...weak });
  expect(found.map((line) => line.trim().split(':')[0])).toEqual(Object.keys(weak));
  for (const secret of Object.values(weak)) expect(found.join()).not.toContain(secret);
  expect(await loadConfig({ ...issuer, ...weak, NODE_ENV: 'development' })).toMatchObject({
    CARD_FINGERPRINT_SECRET: weak.CARD_FINGERPRINT_SECRET,
  });
});

it('production requires encryption keys where secrets are stored; elsewhere a key from the data folder is used', async () => {
  const without = { DATA_ENCRYPTION_KEYS: '' };
  expect(await problems(without)).toEqual(['  DATA_ENCRYPTION_KEYS']);
  expect(await problems(without, {})).toEqual([]);
  const key = FRESH.data.DATA_ENCRYPTION_KEYS;
  for (const wrong of ['changeme', key.slice(1), `${key},`, `${key},short`]) {
    expect(await problems({ DATA_ENCRYPTION_KEYS: wrong })).toEqual([
      '  DATA_ENCRYPTION_KEYS: must be 32 bytes in base64url; several are separated by commas',
    ]);
  }
  expect(await problems({ DATA_ENCRYPTION_KEYS: `${key},${key}` })).toEqual([
    '  DATA_ENCRYPTION_KEYS: must not contain the same key twice',
  ]);
  expect(await problems({ CURSOR_SIGNING_SECRET: key })).toEqual([
    '  DATA_ENCRYPTION_KEYS: must not be the same as CURSOR_SIGNING_SECRET',
  ]);
});

it('production refuses a secret that is used twice', async () => {
  const own = freshPartKey('rest');
  const INTERNAL_SIGNING_KEY = keyText(own);
  const twice = { INTERNAL_SIGNING_KEY, CURSOR_SIGNING_SECRET: own.d, MAILGUN_WEBHOOK_SIGNING_KEY: `another,${own.d}` };
  expect(await problems(twice)).toEqual([
    '  CURSOR_SIGNING_SECRET: must not be the same as INTERNAL_SIGNING_KEY',
    '  MAILGUN_WEBHOOK_SIGNING_KEY: must not be the same as INTERNAL_SIGNING_KEY',
    '  MAILGUN_WEBHOOK_SIGNING_KEY: must not be the same as CURSOR_SIGNING_SECRET',
  ]);
  expect(await problems({ MAILGUN_WEBHOOK_SIGNING_KEY: 'one,one' })).toEqual([]);
});

it('production requires https addresses, except on its own machine', async () => {
  const inClear = { PUBLIC_URL: 'http://api.example.com', SECURE_PUBLIC_URL: 'http://cards.example.com' };
  expect(await problems(inClear)).toEqual([
    '  PUBLIC_URL, as an https address: credentials are sent to it',
    '  SECURE_PUBLIC_URL, as an https address: credentials are sent to it',
  ]);
  const own = { PUBLIC_URL: 'http://localhost:4000', SECURE_PUBLIC_URL: 'http://127.0.0.1:4002' };
  expect(await problems(own)).toEqual([]);
});

const PARTS = {
  rest: { part: 'rest', tokens: 'issues' },
  secure: { part: 'secure', tokens: 'verifies', captures: true },
  gateway: { part: 'gateway', tokens: 'verifies' },
  worker: { part: 'worker' },
} as const satisfies Readonly<Record<string, ProcessNeeds>>;
const { TOKEN_SIGNING_KEYS: _, INTERNAL_SIGNING_KEY: __, ...WITHOUT_PRIVATE_KEYS } = PRODUCTION;
const faults = (changes: Readonly<Record<string, string>>, use: ProcessNeeds, NODE_ENV = 'production') =>
  loadConfig({ ...WITHOUT_PRIVATE_KEYS, NODE_ENV, ...changes }, use).then(
    () => [],
    (error: Error) =>
      error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim()),
  );

it('`secrets generate` makes what each part needs; anything missing is named', async () => {
  for (const part of ['rest', 'secure', 'gateway', 'worker'] as const) {
    expect(await faults(FRESH[part], PARTS[part])).toEqual([]);
    expect(await faults({}, PARTS[part])).toContain('INTERNAL_SIGNING_KEY');
  }
  expect(await faults({}, PARTS.rest)).toContain('TOKEN_SIGNING_KEYS');
  expect(await faults({ ...FRESH.gateway, TOKEN_VERIFICATION_KEYS: '' }, PARTS.gateway)).toEqual([
    'TOKEN_VERIFICATION_KEYS',
  ]);
  expect(await faults({ TOKEN_VERIFICATION_KEYS: '' }, { part: 'subgraph' })).toEqual([]);
  expect(await faults({ INTERNAL_VERIFICATION_KEYS: '' }, { part: 'subgraph' })).toEqual([
    'INTERNAL_VERIFICATION_KEYS',
  ]);
});

it('in production only the issuing part may start with private token keys; elsewhere the others ignore them', async () => {
  const { TOKEN_SIGNING_KEYS } = FRESH.rest;
  for (const use of [PARTS.secure, PARTS.gateway, PARTS.worker, { part: 'subgraph' } as const]) {
    const own = use.part === 'subgraph' ? {} : FRESH[use.part];
    expect(await faults({ ...own, TOKEN_SIGNING_KEYS }, use)).toEqual([
      'TOKEN_SIGNING_KEYS: must not be set here: only `serve rest` issues tokens, other parts take TOKEN_VERIFICATION_KEYS',
    ]);
    const shared = { INTERNAL_VERIFICATION_KEYS: FRESH.compose.INTERNAL_VERIFICATION_KEYS, TOKEN_SIGNING_KEYS };
    const config = await loadConfig({ ...shared, ...own }, use);
    expect(config.TOKEN_SIGNING_KEYS).toBeUndefined();
    expect(config.TOKEN_VERIFICATION_KEYS).toBe(FRESH.compose.TOKEN_VERIFICATION_KEYS);
  }
});

it('a public set is refused if it lacks the half of a private key or holds a private key', async () => {
  const signing = await withNewKey(parseTokenKeys(FRESH.rest.TOKEN_SIGNING_KEYS));
  const ahead = { ...FRESH.rest, TOKEN_SIGNING_KEYS: tokenKeysText(signing) };
  expect(await faults(ahead, PARTS.rest)).toEqual([
    'TOKEN_VERIFICATION_KEYS: must have the public half of every key of TOKEN_SIGNING_KEYS',
  ]);
  expect(
    await faults({ ...ahead, TOKEN_VERIFICATION_KEYS: tokenKeysText(publicTokenKeys(signing)) }, PARTS.rest),
  ).toEqual([]);
  const shown = { ...FRESH.gateway, TOKEN_VERIFICATION_KEYS: FRESH.rest.TOKEN_SIGNING_KEYS };
  expect((await faults(shown, PARTS.gateway))[0]).toMatch(/^TOKEN_VERIFICATION_KEYS: must be .* without private keys$/);
  const own = freshPartKey('gateway');
  const internal = { ...FRESH.gateway, INTERNAL_VERIFICATION_KEYS: keyText({ keys: [own] }) };
  expect((await faults(internal, PARTS.gateway))[0]).toMatch(/^INTERNAL_VERIFICATION_KEYS: must be .* without private/);
});

it('a key belongs to one part: refused if it is another part’s, missing from the set, or in it twice', async () => {
  expect(await faults(FRESH.worker, PARTS.gateway)).toEqual([
    'INTERNAL_SIGNING_KEY: must not be set here: it is the key of worker, this is gateway',
  ]);
  expect(await faults(FRESH.gateway, { part: 'subgraph' })).toEqual([
    'INTERNAL_SIGNING_KEY: must not be set here: it is the key of gateway, this is subgraph',
  ]);
  const stranger = { INTERNAL_SIGNING_KEY: keyText(freshPartKey('gateway')) };
  for (const environment of ['production', 'development']) {
    expect(await faults(stranger, PARTS.gateway, environment)).toEqual([
      'INTERNAL_VERIFICATION_KEYS: must have the public half of INTERNAL_SIGNING_KEY',
    ]);
  }
  const { keys } = parsePartKeySet(FRESH.compose.INTERNAL_VERIFICATION_KEYS);
  const [first] = keys.map((key) => ({ ...key, kid: 'worker.other' as const }));
  for (const twice of [[...keys, ...keys], first === undefined ? [] : [...keys, first]]) {
    const found = await faults({ INTERNAL_VERIFICATION_KEYS: partKeySetText(twice) }, { part: 'subgraph' });
    expect(found[0]).toMatch(/^INTERNAL_VERIFICATION_KEYS: must be .* without private keys or duplicates$/);
  }
  const half = { INTERNAL_VERIFICATION_KEYS: partKeySetText([publicPartKey(freshPartKey('gateway'))]) };
  expect(await faults(half, PARTS.gateway, 'development')).toEqual([
    'INTERNAL_SIGNING_KEY: must be set together with INTERNAL_VERIFICATION_KEYS',
  ]);
});

it('white space around a value is removed, such as the line break at the end of a secret’s file', async () => {
  const lines = {
    STRIPE_SECRET_KEY: 'sk_live_x\n',
    STRIPE_WEBHOOK_SECRETS: ' whsec_abcdefghijklmnopqrst\r\n',
    CARD_FINGERPRINT_SECRET: `${SECRETS.CARD_FINGERPRINT_SECRET}\n`,
    TOKEN_SIGNING_KEYS: `${SECRETS.TOKEN_SIGNING_KEYS}\n`,
    DATA_ENCRYPTION_KEYS: `${SECRETS.DATA_ENCRYPTION_KEYS}\n`,
    POSTMARK_WEBHOOK_USERNAME: 'postmark\n',
    POSTMARK_WEBHOOK_PASSWORD: 'pass word\n',
    DATABASE_URL: `${PRODUCTION.DATABASE_URL}\n`,
    PORT: '4000\n',
    OIDC_CLIENT_ID: '\n',
    LENDERS_CORE_PASSWORD: 'ends with a blank \n',
  };
  const config = await loadConfig({ ...PRODUCTION, ...lines }, START);
  expect(config).toMatchObject({
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_WEBHOOK_SECRETS: ['whsec_abcdefghijklmnopqrst'],
    CARD_FINGERPRINT_SECRET: SECRETS.CARD_FINGERPRINT_SECRET,
    TOKEN_SIGNING_KEYS: SECRETS.TOKEN_SIGNING_KEYS,
    DATA_ENCRYPTION_KEYS: [SECRETS.DATA_ENCRYPTION_KEYS],
    POSTMARK_WEBHOOK_USERNAME: 'postmark',
    POSTMARK_WEBHOOK_PASSWORD: ['pass word'],
    DATABASE_URL: PRODUCTION.DATABASE_URL,
    PORT: 4000,
  });
  expect(config.OIDC_CLIENT_ID).toBeUndefined();
  expect(config.secretOf('LENDERS_CORE_PASSWORD')).toBe('ends with a blank ');
});

it('Stripe’s key must be valid in a header', async () => {
  const wrong = ['  STRIPE_SECRET_KEY: must be one word, without blanks or line breaks'];
  for (const key of ['sk_live_x\nsk_live_y', 'sk live', 'sk_live_ü']) {
    expect(await problems({ STRIPE_SECRET_KEY: key })).toEqual(wrong);
  }
});
