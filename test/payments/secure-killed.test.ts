import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CardCounter } from '../support/card-counter.js';
import { freePort } from '../support/free-ports.js';
import type { Lender } from '../support/lender.js';
import { Product } from '../support/process.js';
import { hang, hangAfterwards } from '../support/stripe/faults.js';
import { openStripe, type StripeStandIn } from '../support/stripe/stand-in.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let stripe: StripeStandIn;
let instance: TestInstance;
let lender: Lender;
let secureUrl: string;
let secure: Product;

beforeAll(async () => {
  stripe = await openStripe();
  const processor = {
    CARD_PROCESSOR: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_API_BASE: stripe.url,
  };
  instance = await openTestInstance({ worker: false, environment: processor });
  lender = await instance.lender();
  const port = await freePort();
  secureUrl = `http://127.0.0.1:${port}`;
  secure = new Product({
    command: ['serve', 'secure'],
    environment: {
      ...processor,
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: instance.databaseUrl,
      TRIBUTARY_DATA_DIR: instance.resources.config.dataDir,
      GATEWAY_URL: instance.gatewayUrl,
      PUBLIC_URL: instance.resources.issuer,
      SECURE_PORT: String(port),
    },
  });
  await secure.startAndWaitFor(secureUrl);
}, 120_000);
afterAll(async () => {
  await secure?.kill('SIGTERM');
  await instance?.close();
  await stripe?.close();
});

it.each([
  ['before the processor has the card', 'POST /v1/payment_methods', hang],
  ['after the processor has stored the card', 'POST /v1/setup_intents', hangAfterwards],
])(
  'kill -9 of the secure host %s: the same key resumes under the same reference, and one method results',
  async (_, endpoint, fault) => {
    const { token } = await lender.api();
    const counter = new CardCounter(secureUrl, token, await lender.ledgerAccount());
    const [key, body, attached, asked] = [
      randomUUID(),
      { party_id: lender.personId },
      stripe.state.attached.length,
      stripe.requests.length,
    ];
    stripe.breaks(endpoint, fault);
    const lost = counter.capture(body, key).then(
      ({ status }) => status,
      () => 'no answer',
    );
    const reached = () => stripe.requests.slice(asked).some((request) => request.endpoint === endpoint);
    await expect.poll(reached).toBe(true);
    await secure.kill();
    expect(await lost).toBe('no answer');

    await secure.startAndWaitFor(secureUrl);
    const early = await counter.capture(body, key);
    expect([early.status, early.json.detail.error_code]).toEqual([409, 'idempotency_in_progress']);
    const { pool } = instance.resources;
    await pool.query("update card_capture set lease_until = now() - interval '1 second'");
    const answer = await counter.capture(body, key);
    expect([answer.status, answer.json.last_four]).toEqual([201, '4242']);
    expect((await counter.capture(body, key)).text).toBe(answer.text);

    const keys = stripe.requests.slice(asked).filter((request) => request.endpoint === endpoint);
    expect(new Set(keys.map((request) => request.key)).size).toBe(1);
    expect(stripe.state.attached.length).toBe(attached + 1);
    const methods = await pool.query('select id, processor_token from payment_method where id = $1', [answer.json.id]);
    expect(methods.rows).toEqual([{ id: answer.json.id, processor_token: stripe.state.attached.at(-1)?.id }]);
  },
  90_000,
);
