import { expect, it } from 'vitest';
import { type CardUse, loadConfig } from './load.js';
import { freshSecrets } from './secrets.js';

const SECRETS = await freshSecrets();
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
  CARD_PROCESSOR: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_x',
  PUBLIC_URL: 'https://api.example.com',
  SECURE_PUBLIC_URL: 'https://cards.example.com',
  ...SECRETS,
};
const problems = (changes: Readonly<Record<string, string>>, cards: CardUse = { captures: true, processes: true }) =>
  loadConfig({ ...PRODUCTION, ...changes }, cards).then(
    () => [],
    (error: Error) => error.message.split('\n').slice(1),
  );

it('production takes cards at Stripe only, unless it takes none', async () => {
  expect(await problems({})).toEqual([]);
  const sandbox = { CARD_PROCESSOR: 'sandbox' };
  expect(await problems(sandbox)).toEqual([
    '  CARD_PROCESSOR=stripe, or SECURE_CAPTURE_ENABLED=false: no cards are captured into the sandbox',
  ]);
  expect(await problems({ ...sandbox, SECURE_CAPTURE_ENABLED: 'false' })).toEqual([]);
});

it('production sends no cards in clear, but to its own machine', async () => {
  const inClear = ['  STRIPE_API_BASE, as an https address: no cards are sent in clear'];
  expect(await problems({ STRIPE_API_BASE: 'http://stripe.example' })).toEqual(inClear);
  expect(await problems({ STRIPE_API_BASE: 'http://127.0.0.1.example' })).toEqual(inClear);
  for (const own of ['http://127.0.0.1:12111', 'http://localhost:12111', 'http://[::1]:12111']) {
    expect(await problems({ STRIPE_API_BASE: own })).toEqual([]);
  }
});

it('names everything that is wrong, and everything that production lacks, at once and in plain words', async () => {
  const wrong = {
    PORT: 'harbour',
    LOAN_SYSTEM_TIMEOUT_MS: '3000000000',
    TRUST_PROXY: '10.0.0.0/33',
    LOG_LEVEL: 'loud',
  };
  expect(
    await problems({ ...wrong, TOKEN_SIGNING_KEYS: '{"keys":[]}', SECURE_PUBLIC_URL: '', DATABASE_URL: '' }),
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

it('whoever captures no cards needs no key of their fingerprints, and whoever has no processor none of Stripe’s', async () => {
  const without = { CARD_FINGERPRINT_SECRET: '', STRIPE_SECRET_KEY: '' };
  expect(await problems(without, {})).toEqual([]);
  expect((await loadConfig({ ...PRODUCTION, ...without })).CARD_FINGERPRINT_SECRET).toBe('');
  const stripe = ['  STRIPE_SECRET_KEY: must be set when CARD_PROCESSOR is stripe'];
  expect(await problems(without, { processes: true })).toEqual(stripe);
  const fingerprint = { CARD_FINGERPRINT_SECRET: '' };
  expect(await problems(fingerprint, { processes: true })).toEqual([]);
  expect(await problems(fingerprint)).toEqual(['  CARD_FINGERPRINT_SECRET']);
});

it('production takes no secret that can be guessed, names all of them at once, and shows none', async () => {
  const weak = {
    INTERNAL_SIGNING_KEY: 'k'.repeat(32),
    CURSOR_SIGNING_SECRET: 'changeme'.repeat(4),
    CARD_FINGERPRINT_SECRET: '0123456789'.repeat(4),
    GENERIC_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
  };
  const found = await problems(weak);
  expect(found.map((line) => line.trim().split(':')[0])).toEqual(Object.keys(weak));
  for (const secret of Object.values(weak)) expect(found.join()).not.toContain(secret);
  expect(await loadConfig({ ...weak, NODE_ENV: 'development' })).toMatchObject({
    INTERNAL_SIGNING_KEY: weak.INTERNAL_SIGNING_KEY,
  });
});

it('production takes no secret twice', async () => {
  const { INTERNAL_SIGNING_KEY: shared } = SECRETS;
  const twice = { CURSOR_SIGNING_SECRET: shared, MAILGUN_WEBHOOK_SIGNING_KEY: `another,${shared}` };
  expect(await problems(twice)).toEqual([
    '  CURSOR_SIGNING_SECRET: must not be the same as INTERNAL_SIGNING_KEY',
    '  MAILGUN_WEBHOOK_SIGNING_KEY: must not be the same as INTERNAL_SIGNING_KEY',
    '  MAILGUN_WEBHOOK_SIGNING_KEY: must not be the same as CURSOR_SIGNING_SECRET',
  ]);
  expect(await problems({ MAILGUN_WEBHOOK_SIGNING_KEY: 'one,one' })).toEqual([]);
});

it('production is known by https addresses, but on its own machine', async () => {
  const inClear = { PUBLIC_URL: 'http://api.example.com', SECURE_PUBLIC_URL: 'http://cards.example.com' };
  expect(await problems(inClear)).toEqual([
    '  PUBLIC_URL, as an https address: credentials come by it',
    '  SECURE_PUBLIC_URL, as an https address: credentials come by it',
  ]);
  const own = { PUBLIC_URL: 'http://localhost:4000', SECURE_PUBLIC_URL: 'http://127.0.0.1:4002' };
  expect(await problems(own)).toEqual([]);
});
