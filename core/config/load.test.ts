import { expect, it } from 'vitest';
import { loadConfig } from './load.js';
import { SECRET_NAMES } from './schema.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
  CARD_PROCESSOR: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_x',
  ...Object.fromEntries(SECRET_NAMES.map((name) => [name, 'x'.repeat(32)])),
};
const problems = (changes: Readonly<Record<string, string>>) =>
  loadConfig({ ...PRODUCTION, ...changes }).then(
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

it('names everything that production lacks at once', async () => {
  expect(await problems({ DATABASE_URL: '', CARD_PROCESSOR: '', CURSOR_SIGNING_SECRET: '' })).toHaveLength(3);
});
