import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'vitest';
import { z } from 'zod';
import { newId } from '../../core/ids/ids.js';
import { CardCounter } from '../support/card-counter.js';
import { openTestInstance } from '../support/test-instance.js';
import { dumpOf } from './dump.js';
import type { RecordedAnswers } from './recorded-answers.js';

const SETTINGS = {
  CURSOR_SIGNING_SECRET: 'a-secret-of-the-upgrade-dumps-and-of-nothing-else',
  CARD_FINGERPRINT_SECRET: 'another-secret-of-the-upgrade-dumps-and-of-nothing-else',
};

/**
 * `npm run upgrades:dump`: runs a day of this version and keeps its database and its clients' answers, as the start of
 * later upgrade tests.
 */
test('the dump of this version', async () => {
  const packageFile = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(packageFile));
  const folder = new URL(`${version}/`, import.meta.url);
  if (existsSync(folder)) throw new Error(`${version} has a dump already: set the next version in package.json first`);
  const instance = await openTestInstance({ worker: false, environment: SETTINGS });
  try {
    const promises = await lived(instance);
    await mkdir(folder, { recursive: true });
    await writeFile(new URL('database.json.gz', folder), await dumpOf(instance.databaseUrl));
    await writeFile(new URL('promises.json', folder), `${JSON.stringify(promises, null, 2)}\n`);
  } finally {
    await instance.close();
  }
});

type House = Awaited<ReturnType<typeof openTestInstance>>;

async function lived(instance: House): Promise<RecordedAnswers> {
  const lender = await instance.lender();
  const key = await lender.key();
  const { api, accountId, methodId } = {
    api: await lender.api(),
    accountId: await lender.ledgerAccount(),
    methodId: await lender.paymentMethod(),
  };
  const writes: RecordedAnswers['writes'][number][] = [];
  const post = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const idempotencyKey = `upgrade ${newId()}`;
    const { status, text, json } = await api.post(path, body, { 'idempotency-key': idempotencyKey });
    writes.push({ host: 'base', path, key: idempotencyKey, body, status, answer: text });
    return json;
  };
  const pay = (account: string, fields = {}) =>
    post(`/v1/accounts/${account}/payments`, {
      amount_cents: 12_345,
      payment_method: 'check',
      check_number: 7,
      ...fields,
    });

  const posted = await pay(accountId, { memo: 'Zoë 😀 "/"', external_reference: 'till-7/31' });
  for (let nth = 0; nth < 3; nth += 1) await pay(accountId, { amount_cents: 100 + nth });
  await post(`/v1/payments/${posted.payment_id}/reversal`, { reason: 'r', is_nsf: true });
  await pay(await lender.sandboxAccount('SBX-REFUSES'));
  await pay(await lender.sandboxAccount('SBX-UNAVAILABLE'));
  const refused = await pay(await lender.sandboxAccount('SBX-REVERSAL-REFUSED'));
  await post(`/v1/payments/${refused.payment_id}/reversal`, {});
  const [found, lost] = [
    await pay(await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS')),
    await pay(await lender.sandboxAccount('SBX-UNCONFIRMED-LOST')),
  ];
  const schedule = await post('/v1/autopay', {
    account_id: accountId,
    payment_method_id: methodId,
    amount_cents: 5_000,
    frequency_unit: 'month',
    frequency_interval: 1,
    start_date: '2099-01-31',
  });
  const counter = new CardCounter(instance.secureUrl, api.token, accountId);
  for (const card of [{}, { number: '4000000000000002' }]) {
    const [body, cardKey] = [counter.body({ card }), `upgrade ${newId()}`];
    const { status, text } = await counter.send(body, cardKey);
    writes.push({ host: 'secure', path: '/v1/payment-methods/cards', key: cardKey, body, status, answer: text });
  }

  const reads: RecordedAnswers['reads'][number][] = [];
  const read = async (path: string) => {
    const { json } = await api.get(path);
    reads.push({ path, answer: json });
    return json;
  };
  for (const list of [`/v1/accounts/${accountId}/payments`, '/v1/transactions', '/v1/payment-methods']) {
    const first = await read(`${list}?limit=1`);
    await read(`${list}?limit=2&cursor=${first.page.next_cursor}`);
  }
  for (const path of [
    `/v1/payments/${posted.payment_id}`,
    `/v1/autopay/${schedule.id}`,
    '/v1/organizations',
    '/v1/persons',
  ])
    await read(path);
  const pending = [
    { paymentId: found.payment_id, becomes: 'posted' },
    { paymentId: lost.payment_id, becomes: 'failed' },
  ];
  return { settings: SETTINGS, key, writes, reads, pending };
}
