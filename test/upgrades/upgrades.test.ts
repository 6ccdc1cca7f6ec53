import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '../../runtime/assembly/worker-jobs.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { Api, type ApiAnswer, send } from '../support/api.js';
import { emptyDatabase } from '../support/database.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { restore } from './dump.js';
import { type RecordedAnswers, recordedAnswersSchema } from './recorded-answers.js';

const RELEASED = (await readdir(new URL('.', import.meta.url))).filter((name) => /^\d+\.\d+\.\d+$/.test(name)).sort();

it('there is a dump of each released version', () => expect(RELEASED).toContain('0.2.0'));

describe.each(RELEASED)('a database of %s under this version', (version) => {
  let instance: TestInstance;
  let api: Api;
  let promises: RecordedAnswers;

  beforeAll(async () => {
    const file = (name: string) => readFile(new URL(`${version}/${name}`, import.meta.url));
    promises = recordedAnswersSchema.parse(JSON.parse((await file('promises.json')).toString()));
    const database = await emptyDatabase();
    await restore(database.url, await file('database.json.gz'));
    await migrate(database.url, { runsAs: database.runUrl });
    instance = await openTestInstance({
      database,
      environment: promises.settings,
      worker: false,
      replaysEarlier: true,
    });
    api = await Api.exchange(instance.baseUrl, promises.key);
  });
  afterAll(() => instance.close());

  const repeat = ({ host, path, key, body }: RecordedAnswers['writes'][number]): Promise<ApiAnswer> =>
    send(`${host === 'base' ? instance.baseUrl : instance.secureUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  const rows = async (table: string): Promise<number> =>
    (await instance.resources.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

  it('answers every list, cursor and single read as before', async () => {
    expect(promises.reads.length).toBeGreaterThan(0);
    for (const { path, answer } of promises.reads) expect((await api.get(path)).json).toMatchObject(answer);
  });

  it('replays every answer with the same bytes, and does nothing again', async () => {
    const before = [await rows('collected_payment'), await rows('ledger_entry'), await rows('payment_method')];
    for (const write of promises.writes.filter(({ status }) => status !== 202)) {
      const { status, text } = await repeat(write);
      // A refusal because the operation was not possible is not stored for the key, so its text is the current
      // version's.
      const shown = (answer: string) => (status === 503 ? JSON.parse(answer).detail.error_code : answer);
      expect({ path: write.path, status, text: shown(text) }).toEqual({
        path: write.path,
        status: write.status,
        text: shown(write.answer),
      });
    }
    expect([await rows('collected_payment'), await rows('ledger_entry'), await rows('payment_method')]).toEqual(before);
  });

  it('refuses every known key with another body', async () => {
    for (const write of promises.writes.filter(({ host, status }) => host === 'base' && status === 201)) {
      const field = write.path.endsWith('/reversal') ? { reason: 'another' } : { amount_cents: 1 };
      expect((await repeat({ ...write, body: { ...write.body, ...field } })).status).toBe(409);
    }
  });

  it('settles pending operations, and their keys are answered with the outcome', async () => {
    expect(promises.pending.length).toBeGreaterThan(0);
    const jobs = await startJobs(instance.resources);
    for (const { paymentId, becomes } of promises.pending) await api.settled(paymentId, becomes);
    await jobs.stop();
    const posted = promises.writes.filter(({ status }) => status === 202);
    const answers = await Promise.all(posted.map(repeat));
    expect(answers.map(({ json }) => json.status ?? json.detail.error_code).sort()).toEqual([
      'posted',
      'servicing_rejected',
    ]);
  });

  it('records new payments, with the next reference numbers', async () => {
    const [first] = promises.writes;
    if (first === undefined) throw new Error('the dump has no writes');
    const { status, json } = await repeat({ ...first, key: 'a new one' });
    expect(status).toBe(201);
    expect(json.reference_number).toBeGreaterThan(JSON.parse(first.answer).reference_number);
  });
});
