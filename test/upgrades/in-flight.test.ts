import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { startJobs } from '../../runtime/assembly/worker-jobs.js';
import { checkBooks } from '../../subgraphs/reporting/books/check-books.js';
import { Api } from '../support/api.js';
import { emptyDatabase } from '../support/database.js';
import { on } from '../support/example-loan.js';
import { type Ask, graphClient } from '../support/graph.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';
import { type InFlight, inFlightSchema } from './in-flight.js';
import { restoreInFlight } from './restore-in-flight.js';

/* This version on a database of commit 07aceb60 that write-in-flight-dump.ts stopped in the middle of its work. */

const NAME = 'in-flight-07aceb60';

describe('a database of 07aceb60 with work in flight, after the upgrade', () => {
  let inFlight: InFlight;
  let instance: TestInstance;
  let clock: SimulatedClock;
  let api: Api;
  let keyed: Api;
  let ask: Ask;
  let receiver: Receiver;

  beforeAll(async () => {
    const file = (of: string) => readFile(new URL(`${NAME}/${of}`, import.meta.url));
    inFlight = inFlightSchema.parse(JSON.parse((await file('promises.json')).toString()));
    const database = await emptyDatabase();
    await restoreInFlight(database, await file('database.json.gz'), inFlight);
    clock = new SimulatedClock(`${inFlight.stoppedOn}T20:00:00Z`);
    const { settings: environment } = inFlight;
    instance = await openTestInstance({ database, environment, clock, worker: false, replaysEarlier: true });
    await signIn();
    keyed = new Api(instance.baseUrl, inFlight.key.plaintext);
    receiver = await openReceiver(inFlight.deliveries.secret);
    await query('update webhook_endpoint set url = $1', [receiver.url]);
  }, 120_000);
  afterAll(async () => {
    await instance.close();
    receiver.server.close();
  });

  /** Signs in again, because a day passes in this test and tokens expire. */
  const signIn = async () => {
    api = await Api.exchange(instance.baseUrl, inFlight.key);
    ask = graphClient(instance.graphqlUrl, api.token);
  };
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await instance.resources.pool.query(text, [...values])).rows;
  const count = async (text: string, values: readonly unknown[] = []): Promise<number> =>
    Number((await query(`select count(*)::int as n from ${text}`, values))[0].n);
  /** All movements of money, in Tributary and in external systems. */
  const money = async () => ({
    payments: await count('collected_payment'),
    entries: await count('ledger_entry'),
    postings: await count('sandbox_posting'),
    charges: await count('sandbox_charge'),
  });
  const runOf = async (schedule: string) =>
    (
      await query(
        `select r.id, r.status::text, r.failure_code, r.possible_duplicate_of,
          (select count(*)::int from sandbox_charge c join autopay_attempt t on t.id = c.reference
            where t.run_id = r.id) as charges
         from autopay_run r where r.schedule_id = $1`,
        [schedule],
      )
    )[0];
  const reportsAreUnchanged = async () => {
    expect(inFlight.reports.some(({ items }) => items.length > 0)).toBe(true);
    for (const { path, items } of inFlight.reports)
      expect({ path, items: (await keyed.get(path)).json.items }).toEqual({ path, items });
    expect((await ask(inFlight.series.query)).json.data).toEqual(inFlight.series.data);
  };

  it('reports of closed days, the series and the roll rates are unchanged', reportsAreUnchanged);

  it('every key is answered with its stored bytes, also keys stored with white space, and nothing is done again', async () => {
    const before = await money();
    // The key of a pending payment or reversal answers that it is pending.
    const isPending = (status: number, path: string) => status === 202 && path !== '/v1/payment-batches';
    for (const { path, key, body, status, answer } of inFlight.writes.filter(
      (one) => !isPending(one.status, one.path),
    )) {
      const again = await api.post(path, body, { 'idempotency-key': key });
      expect({ path, status: again.status, text: again.text }).toEqual({ path, status, text: answer });
    }
    const { query: mutation, variables, payment } = inFlight.graphql;
    const { json } = await ask(mutation, variables);
    expect(json.data.recordPayment).toEqual({ replayed: true, payment });
    expect(await money()).toEqual(before);
  });

  it('an old row has null in every new column, and can be read', async () => {
    const rows = await Promise.all([
      query('select distinct possible_duplicate_of, recorded_on from collected_payment'),
      query('select distinct possible_duplicate_of, account_id from event'),
      query('select distinct possible_duplicate_of, released_at, released_on from autopay_run'),
      query('select distinct possible_duplicate_of, charge_off_seen_on from autopay_schedule'),
    ]);
    for (const [row, ...others] of rows) {
      expect(others).toEqual([]);
      expect(Object.values(row).every((value) => value === null)).toBe(true);
    }
    const payments = await api.get(`/v1/accounts/${inFlight.undoneAccountId}/payments`);
    expect(payments.json.items).toMatchObject([{ possible_duplicate_of: null }]);
    for (const path of ['/v1/events', '/v1/autopay', '/v1/autopay-runs', '/v1/payment-batches', '/v1/transactions']) {
      const { status, json } = await api.get(path);
      expect([path, status, json.items?.length > 0]).toEqual([path, 200, true]);
    }
    // Existing lenders keep their behavior.
    expect(await query('select distinct pauses_autopay_after_charge_off as pauses from organization')).toEqual([
      { pauses: false },
    ]);
  });

  it('a payment that equals an old one is marked', async () => {
    const { variables, payment } = inFlight.graphql;
    const again = await api.record(String(variables['accountId']), { amount_cents: 20_000 });
    expect([again.status, again.json.possible_duplicate_of]).toEqual([201, payment['id']]);
  });

  describe('after this version’s worker has run on that day and the next', () => {
    beforeAll(async () => {
      const { autopay, batch, boardingId, deliveries, pending, reversal, stoppedOn } = inFlight;
      const isOver = async (table: string, id: string, status: string) =>
        (await count(`${table} where id = $1 and status::text = $2`, [id, status])) === 1;
      const statusOf = async (schedule: string) => String((await runOf(schedule)).status);
      const jobs = await startJobs(instance.resources);
      for (const { paymentId, becomes } of pending) await api.settled(paymentId, becomes);
      await api.settled(reversal, 'reversed');
      await until(() => isOver('payment_batch', batch.id, 'completed'), 'the batch is completed');
      await until(() => isOver('ledger_boarding', boardingId, 'done'), 'the boarding is done');
      const { unsent, unconfirmed, charged, equal } = autopay;
      for (const schedule of [unsent, unconfirmed, charged])
        await until(async () => (await statusOf(schedule)) === 'posted', 'a run is posted');
      const ofEqual = async () => (await Promise.all(equal.map(statusOf))).toSorted().join();
      await until(
        async () => (await ofEqual()) === 'held,posted',
        'one of two equal runs is posted and the other is held',
      );
      await jobs.stop();

      clock.moveTo(`${addDays(on(stoppedOn), 1)}T15:00:00Z`);
      await signIn();
      const nextDay = await startJobs(instance.resources);
      await until(async () => (await statusOf(autopay.equalRetrying)) === 'held', 'the run that waited is held');
      const attempts = `autopay_attempt t join autopay_run r on r.id = t.run_id where r.schedule_id = $1 and t.status = 'declined'`;
      await until(async () => (await count(attempts, [autopay.retrying])) === 2, 'a declined run was tried again');
      const open = `ledger_loan where status in ('active', 'delinquent') and day_end_through < $1`;
      await until(async () => (await count(open, [stoppedOn])) === 0, 'the day is closed');
      const written = 'positions_written where through >= $1';
      await until(async () => (await count(written, [stoppedOn])) === 1, 'the day is written');
      const eventsNow = async () => (await count('event')) - deliveries.eventsBefore;
      await until(async () => receiver.ids.size >= (await eventsNow()), 'all events are delivered');
      await nextDay.stop();
    }, 240_000);

    it('a batch’s rows are paid once: with a key with trailing white space, and with a key whose outcome was not recorded', async () => {
      const { id, accountIds } = inFlight.batch;
      const results = (await api.get(`/v1/payment-batches/${id}/results`)).json.items;
      const [first, padded, unwritten, untried, before, without] = results;
      expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(6).fill('posted'));
      expect(padded.payment_id).toBe(first.payment_id);
      const paid = await query(
        `select loan_id, count(*)::int as n from ledger_entry where type = 'payment' and loan_id = any($1) group by 1`,
        [accountIds],
      );
      const of = (account: string | undefined) => paid.find(({ loan_id }) => loan_id === account)?.n;
      expect(accountIds.slice(0, 3).map(of)).toEqual([1, 1, 1]);
      expect([unwritten.account_id, untried.account_id]).toEqual(accountIds.slice(1, 3));
      // The old version treated these as two keys and recorded the first under its own. The second is another payment,
      // and it is marked.
      expect(of(accountIds[3])).toBe(2);
      expect(without.possible_duplicate_of).toBe(before.payment_id);
    });

    it('one of two equal pending runs is charged, and the other needs a person’s decision', async () => {
      const runs = await Promise.all(inFlight.autopay.equal.map(runOf));
      expect(runs.map(({ status }) => status).toSorted()).toEqual(['held', 'posted']);
      const [held, posted] = [
        runs.find(({ status }) => status === 'held'),
        runs.find(({ status }) => status === 'posted'),
      ];
      expect(held).toMatchObject({ failure_code: 'possible_duplicate', possible_duplicate_of: posted.id, charges: 0 });
      expect(posted.charges).toBe(1);
      const open = 'select subject_id, kind from operator_exception where resolved_at is null order by subject_id';
      const later = await runOf(inFlight.autopay.equalRetrying);
      expect(await query(open)).toEqual(
        [held.id, later.id].toSorted().map((subject_id) => ({ subject_id, kind: 'autopay_run_held' })),
      );
    });

    it('every other run continues where it was, and is charged once', async () => {
      const { equalPosted, equalRetrying, retrying, unsent, unconfirmed, charged } = inFlight.autopay;
      const posted = await runOf(equalPosted);
      expect(await runOf(equalRetrying)).toMatchObject({
        status: 'held',
        possible_duplicate_of: posted.id,
        charges: 0,
      });
      expect(await runOf(retrying)).toMatchObject({
        status: 'retrying',
        failure_code: 'insufficient_funds',
        charges: 0,
      });
      for (const schedule of [equalPosted, unsent, unconfirmed, charged])
        expect(await runOf(schedule)).toMatchObject({ status: 'posted', charges: 1 });
    });

    it('no external system posted or charged twice, and the books agree', async () => {
      const twice = `select 1 from sandbox_posting group by organization_id, external_reference having count(*) > 1`;
      expect(await query(twice)).toEqual([]);
      expect(await query('select 1 from sandbox_charge group by reference having count(*) > 1')).toEqual([]);
      const { organizationId, stoppedOn } = inFlight;
      const days = { firstDay: '2026-03-02', businessDay: addDays(on(stoppedOn), 1), open: [] };
      const checked = { organizationId, ...days };
      expect(await checkBooks(instance.resources.db, systemPrincipal('test'), checked)).toEqual([]);
    });

    it('the boarding is complete: three loans, each written once', async () => {
      const { json } = await api.get(`/v1/ledger/boardings/${inFlight.boardingId}`);
      expect(json).toMatchObject({ status: 'done', is_tied: true, loans_written: 3 });
      expect(await count(`ledger_entry where type = 'opening'`)).toBe(3);
    });

    it('old events are delivered under their ids, once per id, and signed', async () => {
      const ids = (await query('select id from event order by id')).map(({ id }) => String(id));
      expect(ids).toEqual(expect.arrayContaining([...receiver.ids]));
      expect(receiver.wronglySigned).toBe(0);
    });

    it('keys of pending operations are answered with their final outcome', async () => {
      const settled = inFlight.writes.filter(({ path, status }) => status === 202 && path.endsWith('/payments'));
      const answers = await Promise.all(
        settled.map(({ path, key, body }) => api.post(path, body, { 'idempotency-key': key })),
      );
      expect(answers.map(({ json }) => json.status ?? json.detail.error_code).toSorted()).toEqual([
        'posted',
        'servicing_rejected',
      ]);
    });

    it('reports of closed days are still unchanged', reportsAreUnchanged);

    it('a payoff that included the interest of its day is reversed: the loan owes the same as without it', async () => {
      const { accountId, paymentId } = inFlight.paidOff;
      const returned = await api.reverse(paymentId, { is_nsf: true });
      expect([returned.status, returned.json.status]).toEqual([201, 'reversed']);
      const { json } = await api.get(`/v1/accounts/${accountId}/payoff`);
      // 23 days of interest on 1,200.00 at 12 % up to 25 November, and that day.
      expect(json).toMatchObject({ principal_cents: 120_000, interest_cents: 946, fees_cents: 0 });
      expect((await api.get(`/v1/accounts/${accountId}`)).json).toMatchObject({
        status_code: 'active',
        paid_off_on: null,
      });
    });

    it('an old charge-off is undone: the balances of closed days stay without the loan', async () => {
      const balances = inFlight.reports.filter(
        ({ path }) => path.startsWith('/reports/abr') || path.startsWith('/reports/dr'),
      );
      const undo = `/v1/ledger/loans/${inFlight.lostAccountId}/charge-off/reversal`;
      const { status } = await api.post(undo, { reason: 'dismissed' }, { 'idempotency-key': 'undo' });
      expect(status).toBe(201);
      expect((await api.get(`/v1/accounts/${inFlight.lostAccountId}`)).json.status_code).toBe('delinquent');
      for (const { path, items } of balances)
        expect({ path, items: (await keyed.get(path)).json.items }).toEqual({ path, items });
      expect((await ask(inFlight.series.query)).json.data).toEqual(inFlight.series.data);
    });
  });
});

interface Receiver {
  readonly url: string;
  readonly server: Server;
  readonly ids: ReadonlySet<string>;
  readonly wronglySigned: number;
}

/** A webhook receiver that accepts everything. */
async function openReceiver(secret: string): Promise<Receiver> {
  const ids = new Set<string>();
  let wronglySigned = 0;
  const webhook = new Webhook(secret);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
    try {
      webhook.verify(Buffer.concat(chunks).toString(), headers);
    } catch {
      wronglySigned += 1;
    }
    ids.add(String(headers['webhook-id']));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    server,
    ids,
    get wronglySigned() {
      return wronglySigned;
    },
  };
}
