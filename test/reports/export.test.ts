import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../core/db/with-client.js';
import { newId } from '../../core/ids/ids.js';
import { remoteExports } from '../../gateway/remote-exports.js';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { baseServices } from '../../runtime/assembly/base-services.js';
import { localFiles } from '../../runtime/assembly/local-files.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { remoteParts } from '../../runtime/assembly/remote-parts.js';
import { type HostPart, hostPart } from '../../runtime/parts/host-part.js';
import { reportingPart } from '../../runtime/parts/subgraphs/reporting-part.js';
import { type ApiAnswer, send } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { deployedParts } from '../support/part-keys.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

const ROWS = 200_000;
const BATCH = 10_000;
const HOSTILE = [
  '=1+1',
  '+1',
  '-1',
  '@x',
  '\t=1',
  '\r=1',
  '\n=1',
  '\nplain',
  ' =1',
  '  \n+1',
  '\u00a0-1',
  '\u3000@x',
  '\u200b=1',
  '\ufeff=1',
  '\u0001=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  ' ＝1',
  ' plain',
  '1=1',
  'says "no", twice',
  'two\nlines',
  '',
  "O'Hara; drop table x",
  '$1 $2',
  '-',
];

/** Texts that no spreadsheet treats as a formula. */
const HARMLESS = ['says "no", twice', 'two\nlines', '', "O'Hara; drop table x", '$1 $2', ' plain', '1=1'];

let instance: TestInstance;
let lender: Lender;
let account: string;
let token: string;
/** The reporting subgraph on a separate host, and a facade that calls it over HTTP. */
let reporting: HostPart;
let apartHost: HostPart;
let doors: Readonly<Record<'together' | 'apart', string>>;
const warnings: string[] = [];
const onWarning = ({ name }: Error) => warnings.push(name);

beforeAll(async () => {
  process.on('warning', onWarning);
  instance = await openTestInstance({
    worker: false,
    environment: {
      ...deployedParts().settingsOf('rest'),
      REPORT_EXPORT_STALL_MS: '1500',
      REPORT_EXPORT_CONNECTIONS: '3',
    },
  });
  const { resources } = instance;
  reporting = reportingPart(resources, 0);
  await reporting.start();
  const services = baseServices(resources, instance.gateway, rateLimits(resources, true), async () => true, {
    ...localFiles(resources),
    exports: remoteExports(`http://127.0.0.1:${reporting.port}`, remoteParts(resources)),
  });
  const host = createBaseHost(services, 'false');
  apartHost = hostPart('rest apart', host, { host: '127.0.0.1', port: 0, variable: 'PORT' });
  await apartHost.start();
  doors = { together: instance.baseUrl, apart: `http://127.0.0.1:${apartHost.port}` };
  lender = await instance.lender();
  account = await lender.ledgerAccount();
  token = (await lender.key()).plaintext;
  for (let from = 1; from <= ROWS; from += BATCH) {
    await resources.pool.query(
      `insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on, status, reason, payment_method)
       select '01J' || lpad(n::text, 23, '0'), $1, $2, 'payment', 1000 + n, day, day, 'posted', 'row ' || n, 'cash'
       from (select n, date '2020-01-01' + n / 100 as day from generate_series($3::int, $4::int) n) made`,
      [lender.organizationId, account, from, from + BATCH - 1],
    );
  }
  for (const reason of HOSTILE) {
    await resources.pool.query(
      `insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on, reason)
       values ($1, $2, $3, 'reversal', -5, '2026-01-02', '2026-01-02', $4)`,
      [newId(), lender.organizationId, account, reason],
    );
  }
  await withClient(instance.databaseUrl, (client) => client.query('vacuum analyze transaction'));
}, 120_000);
afterAll(async () => {
  process.off('warning', onWarning);
  await apartHost.stop(500);
  await reporting.stop(500);
  await instance.close();
});

const DOORS = ['together', 'apart'] as const;

describe.each(DOORS)('GET /reports/{code} as CSV, facade and reporting %s', (door) => {
  it('returns a file named by its range to clients that prefer CSV; JSON to others', async () => {
    const file = await ask(door, '/reports/car?from=2026-01-01&to=2026-01-31', 'text/csv');
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="car-2026-01-01-2026-01-31.csv"',
    ]);
    const csv = ['text/csv; charset=utf-8', 'text/*', 'application/json;q=0.5, text/csv', 'text/html, text/csv;q=0.1'];
    for (const accept of csv)
      expect((await ask(door, '/reports/car', accept)).headers.get('content-type')).toMatch(/csv/);
    for (const accept of ['*/*', 'application/json', 'text/csv;q=0.5, application/json', 'text/html', 'text/csv;q=0'])
      expect((await ask(door, '/reports/car', accept)).headers.get('content-type')).toMatch(/json/);
  });

  it('an empty range gives a header row; cursor and limit have no effect', async () => {
    const empty = await ask(door, '/reports/crr?from=2001-01-01&to=2001-01-02');
    expect(empty.text).toBe('transaction_id,organization_id,account_id,type,amount_cents,effective_at,status\n');
    expect(warnings).not.toContain('MaxListenersExceededWarning');
    const whole = await ask(door, '/reports/car');
    expect((await ask(door, '/reports/car?limit=1&cursor=x')).text).toBe(whole.text);
    expect((await ask(door, '/reports/car?limit=1000')).text).toBe(whole.text);
  });

  it('ignores the case of the media type', async () => {
    expect((await ask(door, '/reports/car', 'Text/CSV;q=1')).text).toBe((await ask(door, '/reports/car')).text);
  });

  it('quotes where needed, and gives spreadsheets no formula', async () => {
    const reasons = parseCsv((await ask(door, '/reports/car')).text)
      .slice(1)
      .map((row) => row[6]);
    const json = (await ask(door, '/reports/car', 'application/json')).json.items;
    expect(json.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(HOSTILE.toSorted());
    expect(reasons).toEqual(
      json.map(({ reason }: { reason: string }) => (HARMLESS.includes(reason) ? reason : `'${reason}`)),
    );
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=99999',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'cursor=a&cursor=b',
    'limt=5',
  ])('rejects %s as JSON does: 422, the same bytes', async (query) => {
    const [csv, json] = await Promise.all(
      ['text/csv', 'application/json'].map((accept) => ask(door, `/reports/car?${query}`, accept)),
    );
    expect([csv?.status, csv?.text]).toEqual([422, json?.text]);
  });

  it('fails as JSON does: 400, 401, 403, 404', async () => {
    const asked = async (path: string, headers = {}) => {
      const { status, json } = await send(`${doors[door]}${path}`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/csv', ...headers },
      });
      return [status, json.detail.error_code];
    };
    expect(await asked('/reports/crr?from=2026-02-30')).toEqual([400, 'invalid_date_range']);
    expect(await asked('/reports/crr', { authorization: '' })).toEqual([401, 'missing_token']);
    expect(await asked(`/reports/crr?organization_id=${newId()}`)).toEqual([403, 'organization_out_of_scope']);
    expect(await asked('/reports/none')).toEqual([404, 'report_not_found']);
  });

  it('streams all of two hundred thousand rows with constant memory', async () => {
    global.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const response = await open(door, '/reports/mpr?to=2025-12-31');
    let bytes = 0;
    let lines = 0;
    for await (const chunk of response) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    expect(lines).toBe(ROWS + 1);
    expect(bytes).toBeGreaterThan(20_000_000);
    // Buffered in memory it would be several times the 25 MB of the file, on three sides of this process.
    expect(peak - before).toBeLessThan(150_000_000);
    expect(await exportsRunning()).toBe(0);
  });

  it('a client that disconnects frees the connection', async () => {
    const response = await open(door, '/reports/mpr');
    await once(response, 'readable');
    expect(await exportsRunning()).toBe(1);
    response.destroy();
    await untilRunning(0);
  });

  it('a client that stops reading is disconnected, and the connection is freed', async () => {
    const response = await open(door, '/reports/mpr?to=2025-12-31');
    const closed = closing(response);
    await untilRunning(1);
    await untilRunning(0, 15_000);
    let lines = 0;
    response.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) lines += 1;
    });
    await closed;
    // The sockets in between may buffer all of it; a shorter file is not mistaken for the whole.
    expect(response.complete).toBe(lines === ROWS + 1);
  });

  it('when the database aborts midway, the connection is reset, so that a partial file is not mistaken for the whole', async () => {
    const response = await open(door, '/reports/mpr');
    await once(response, 'readable');
    await instance.resources.pool.query(`select pg_terminate_backend(pid) from ${RUNNING}`);
    const closed = closing(response);
    response.resume();
    await closed;
    expect(response.complete).toBe(false);
    expect((await ask(door, '/reports/car')).status).toBe(200);
  });
});

it('returns the same bytes with the parts together and separate', async () => {
  const [together, apart] = await Promise.all(
    DOORS.map((door) => ask(door, '/reports/mpr?from=2024-01-01&to=2024-06-30')),
  );
  expect(together?.text.length).toBeGreaterThan(10_000);
  expect(apart?.text).toBe(together?.text);
});

it('a lender may use all export connections but one, with any keys; one more is 503 service_unavailable, and other requests are served', async () => {
  const readers = await Promise.all([open('together', '/reports/mpr'), open('together', '/reports/mpr')]);
  await untilRunning(2);
  const holding = setInterval(() => {
    for (const reader of readers) reader.read();
  }, 20);
  const [more, json] = await Promise.all([ask('together', '/reports/crr'), ask('together', '/reports/crr', '*/*')]);
  const headers = { authorization: `Bearer ${(await lender.key()).plaintext}`, accept: 'text/csv' };
  const byOtherKey = await send(`${doors.together}/reports/crr`, { headers });
  clearInterval(holding);
  for (const reader of readers) reader.destroy();
  expect([more.status, json.status, byOtherKey.status]).toEqual([503, 200, 503]);
  await untilRunning(0);
});

it('POST /exports/{code} of the reporting subgraph rejects requests without a signed principal', async () => {
  const answer = await send(`http://127.0.0.1:${reporting.port}/exports/crr`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(401);
});

function ask(door: (typeof DOORS)[number], path: string, accept = 'text/csv'): Promise<ApiAnswer> {
  return send(`${doors[door]}${path}`, { headers: { authorization: `Bearer ${token}`, accept } });
}

/** A response with an unread body, on its own connection. */
async function open(door: (typeof DOORS)[number], path: string): Promise<IncomingMessage> {
  const request = get(`${doors[door]}${path}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
  });
  const [response]: [IncomingMessage] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response;
}

/** A response that is reset is also an error. */
function closing(response: IncomingMessage): Promise<void> {
  response.on('error', () => {});
  return new Promise((resolve) => response.once('close', resolve));
}

const RUNNING = "pg_stat_activity where datname = current_database() and query ilike 'copy (%' and state <> 'idle'";

async function exportsRunning(): Promise<number> {
  const { rows } = await instance.resources.pool.query(`select count(*) as running from ${RUNNING}`);
  return rows[0].running;
}

/** Waits until this many exports read from the database. */
function untilRunning(count: number, withinMs?: number): Promise<boolean> {
  return until(async () => (await exportsRunning()) === count, `${count} exports are running`, withinMs);
}

/** RFC 4180. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    const row = rows.at(-1);
    row?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}
