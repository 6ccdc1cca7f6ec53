import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { remoteBoardings } from '../../gateway/remote-boarding-upload.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { baseServices } from '../../runtime/assembly/base-services.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { remoteParts } from '../../runtime/assembly/remote-parts.js';
import { localExports } from '../../runtime/assembly/report-exports.js';
import { hostPart } from '../../runtime/parts/host-part.js';
import { servicingPart } from '../../runtime/parts/subgraphs/servicing-part.js';
import { Api, type ApiAnswer, send } from '../support/api.js';
import { csv, LOAN, sample } from '../support/board-file.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { deployedParts } from '../support/part-keys.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* A portfolio over HTTP: streamed from the client to the staging tables, in one process and with separate processes. */

const TODAY = businessDayOf(systemClock.now());
let instance: TestInstance;
let lender: Lender;
let doors: Readonly<Record<'together' | 'apart', string>>;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  instance = await openTestInstance({
    environment: { ...deployedParts().settingsOf('rest'), BOARDING_MAX_BYTES: '400000' },
  });
  stops.push(() => instance.close());
  const { resources } = instance;
  const servicing = servicingPart(resources, 0);
  await servicing.start();
  stops.push(() => servicing.stop(1_000));
  const services = baseServices(resources, instance.gateway, rateLimits(resources, true), async () => true, {
    exports: localExports(resources),
    boardings: remoteBoardings(`http://127.0.0.1:${servicing.port}`, remoteParts(resources)),
  });
  const apart = hostPart('rest apart', createBaseHost(services, 'false'), {
    host: '127.0.0.1',
    port: 0,
    variable: 'PORT',
  });
  await apart.start();
  stops.push(() => apart.stop(1_000));
  doors = { together: instance.baseUrl, apart: `http://127.0.0.1:${apart.port}` };
  lender = await instance.lender();
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

interface Sent {
  readonly key?: string;
  readonly query?: string;
  readonly type?: string;
  readonly token?: string;
}

async function tokenOf(of: Lender, scopes: readonly string[] = ['ledger:read', 'ledger:write']): Promise<string> {
  return (await of.api(scopes)).token;
}

async function post(
  door: 'together' | 'apart',
  body: string | Buffer,
  { key = randomUUID(), query = '', type = 'text/csv', token }: Sent = {},
) {
  return send(`${doors[door]}/v1/ledger/boardings${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? (await tokenOf(lender))}`,
      'content-type': type,
      'idempotency-key': key,
    },
    body,
  });
}

async function finished({ json: { id } }: ApiAnswer): Promise<any> {
  // Read from the database: requests without a pause would keep this process, which also runs the boarding, from its
  // work.
  const finishedRow = 'select from ledger_boarding where id = $1 and finished_at is not null';
  await until(
    async () => (await instance.resources.pool.query(finishedRow, [id])).rowCount === 1,
    `boarding ${id} is finished`,
  );
  const headers = { authorization: `Bearer ${await tokenOf(lender)}` };
  return (await send(`${instance.baseUrl}/v1/ledger/boardings/${id}`, { headers })).json;
}

describe.each(['together', 'apart'] as const)('POST /v1/ledger/boardings, %s', (door) => {
  const numbered = (file: string) => file.replaceAll('L-', `${door}-`);

  it('202, and a worker writes it; the same request again gives the same boarding', async () => {
    const [file, key] = [numbered(sample(20, 3, TODAY)), randomUUID()];
    const taken = await post(door, file, { key });
    const boarding = `/v1/ledger/boardings/${taken.json.id}`;
    expect([taken.status, taken.headers.get('location'), taken.headers.get('retry-after')]).toEqual([
      202,
      boarding,
      '5',
    ]);
    const done = await finished(taken);
    expect(done).toMatchObject({
      status: 'done',
      is_tied: true,
      loans_written: 20,
      transactions_written: 60,
      errors: 0,
    });
    expect(done.tie_out.journal).toMatchObject({ loans: 20, transactions: null });
    const again = await post(door, file, { key });
    expect([again.status, again.headers.get('idempotent-replayed'), again.json.id]).toEqual([
      202,
      'true',
      taken.json.id,
    ]);
    const other = await post(door, `${file}\n`, { key });
    expect([other.status, other.json.detail.error_code]).toEqual([409, 'idempotency_conflict']);
  });

  it('a dry run in NDJSON: each problem with its line and column, a page at a time', async () => {
    const rows = [
      { ...LOAN, as_of: TODAY, loan_number: 'N-1', status: 'late' },
      { ...LOAN, as_of: TODAY, loan_number: 'N-2', term_months: 0 },
    ];
    const file = rows.map((row) => JSON.stringify(row)).join('\n');
    const taken = await post(door, file, { type: 'application/x-ndjson; charset=utf-8', query: '?dry_run=true' });
    const checked = await finished(taken);
    expect(checked).toMatchObject({ status: 'checked', is_dry_run: true, errors: 2, loans_written: 0 });
    const api = await lender.api(['ledger:read']);
    const first = await api.get(`/v1/ledger/boardings/${checked.id}/problems?limit=1`);
    expect(first.json.items).toMatchObject([{ line: 1, column: 'status', severity: 'error' }]);
    const second = await api.get(
      `/v1/ledger/boardings/${checked.id}/problems?limit=1&cursor=${first.json.page.next_cursor}`,
    );
    expect(second.json.items).toMatchObject([{ line: 2, column: 'term_months' }]);
    expect(second.json.page.has_more).toBe(false);
  });

  it.each([
    ['no token', 401, 'missing_token', { token: '' }],
    ['another type', 415, 'unsupported_media_type', { type: 'application/json' }],
    ['no key', 422, 'validation_failed', { key: '' }],
    ['an unknown parameter', 422, 'validation_failed', { query: '?colour=blue' }],
    ['a system that is no ledger', 422, 'validation_failed', { query: '?loan_system_code=sandbox' }],
    [
      'a foreign organization',
      403,
      'organization_out_of_scope',
      { query: '?organization_id=01ARZ3NDEKTSV4RRFFQ69G5FAV' },
    ],
  ] as const)('%s: %i', async (_what, status, code, sent) => {
    const answer = await post(door, csv(LOAN), sent);
    expect(answer.status).toBe(status);
    if (status !== 422) expect(answer.json.detail.error_code).toBe(code);
    if (status === 415) expect(answer.headers.get('accept')).toBe('text/csv, application/x-ndjson');
  });

  const NAMED = { ...LOAN, as_of: TODAY, loan_number: `${door}-n`, borrower_name: 'José Núñez' };
  const inLatin1 = Buffer.from(csv(NAMED), 'latin1');

  it.each(['windows-1252', '"ISO-8859-1"'])('a file in charset=%s is read in it', async (charset) => {
    const query = '?dry_run=true';
    const taken = await post(door, inLatin1, { type: `text/csv; header=present; charset=${charset}`, query });
    expect(await finished(taken)).toMatchObject({ status: 'checked', errors: 0, loans: 1 });
  });

  it('the same bytes in another charset under the same key: 409 idempotency_conflict', async () => {
    const key = randomUUID();
    const typed = (charset: string) => ({ key, type: `text/csv; charset=${charset}`, query: '?dry_run=true' });
    const first = await post(door, inLatin1, typed('windows-1252'));
    expect(first.status).toBe(202);
    await finished(first);
    const again = await post(door, inLatin1, typed('iso-8859-1'));
    expect([again.status, again.json.id]).toEqual([202, first.json.id]);
    const other = await post(door, inLatin1, typed('utf-8'));
    expect([other.status, other.json.detail.error_code]).toEqual([409, 'idempotency_conflict']);
  });

  it.each(['utf-16be', 'latin-9', 'utf-8; charset=windows-1252'])(
    '415 that names the charsets for charset=%s',
    async (charset) => {
      const answer = await post(door, inLatin1, { type: `text/csv; charset=${charset}` });
      expect([answer.status, answer.json.detail]).toMatchObject([
        415,
        { error_code: 'unsupported_media_type', reason: 'charset', charsets: 'utf-8, windows-1252, utf-16le' },
      ]);
    },
  );

  it('a file that is not UTF-8 is refused by line and byte; the same request again gives the same boarding', async () => {
    const key = randomUUID();
    const rest = `${csv(NAMED).split('\n')[1]}\n`.repeat(1_000);
    const file = Buffer.concat([inLatin1, Buffer.from(`\n${rest}`)]);
    const taken = await post(door, file, { key });
    expect(await finished(taken)).toMatchObject({ status: 'refused', errors: 1, loans_written: 0 });
    const { json } = await (await lender.api(['ledger:read'])).get(`/v1/ledger/boardings/${taken.json.id}/problems`);
    const message = expect.stringMatching(/^byte \d+ of this line is not UTF-8: .*charset=windows-1252/);
    expect(json.items).toMatchObject([{ line: 2, column: null, severity: 'error', message }]);
    const again = await post(door, file, { key });
    expect([again.status, again.json.id]).toEqual([202, taken.json.id]);
  });

  it('a file with only a header is refused by row and column', async () => {
    const taken = await post(door, 'record_type,loan_number\r\n');
    expect(await finished(taken)).toMatchObject({ status: 'refused', errors: 1 });
    const { json } = await (await lender.api(['ledger:read'])).get(`/v1/ledger/boardings/${taken.json.id}/problems`);
    expect(json.items).toMatchObject([{ line: 1, column: 'record_type' }]);
  });

  it('422 that names organization_id for a key of several organizations, 202 with it', async () => {
    const { resources } = instance;
    const others = await instance.lender('Birch Credit');
    const made = await createApiKey(resources, {
      name: 'of two',
      organizationIds: [lender.organizationId, others.organizationId],
      scopes: ['ledger:read', 'ledger:write'],
      by: systemPrincipal('test'),
    });
    if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
    const { token } = await Api.exchange(instance.baseUrl, { prefix: made.key.prefix, plaintext: made.plaintext });
    const unnamed = await post(door, csv(LOAN), { token });
    expect([unnamed.status, unnamed.json.detail]).toEqual([
      422,
      [
        {
          loc: ['query', 'organization_id'],
          msg: 'Field required for a key of several organizations',
          type: 'missing',
          input: null,
        },
      ],
    ]);
    const query = `?dry_run=true&organization_id=${others.organizationId}`;
    expect((await post(door, csv(LOAN), { token, query })).status).toBe(202);
  });

  it('without the scope: 403', async () => {
    const token = await tokenOf(lender, ['ledger:read']);
    const answer = await post(door, csv(LOAN), { token });
    expect([answer.status, answer.json.detail.error_code]).toEqual([403, 'insufficient_scope']);
  });

  it('a file larger than BOARDING_MAX_BYTES: 413, and nothing of it is stored', async () => {
    const { organizationId } = await instance.lender();
    const large = await instance.lender('Large');
    const answer = await post(door, sample(4_000, 1, TODAY), { token: await tokenOf(large) });
    expect([answer.status, answer.json.detail.error_code]).toEqual([413, 'payload_too_large']);
    for (const table of ['ledger_boarding', 'ledger_boarding_loan', 'ledger_boarding_transaction']) {
      const { rows } = await instance.resources.pool.query(
        `select count(*)::int as count from ${table} where organization_id = any($1)`,
        [[organizationId, large.organizationId]],
      );
      expect([table, rows[0].count]).toEqual([table, 0]);
    }
  });
});

/** An upload that stops in the middle, until it is ended or cut off. */
function stalled(door: 'together' | 'apart', token: string, beginning: string) {
  const url = new URL(`${doors[door]}/v1/ledger/boardings`);
  const sending = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'idempotency-key': randomUUID() },
  });
  const answer = new Promise<{ status: number; headers: IncomingHttpHeaders; json: any }>((resolve, reject) => {
    sending.once('error', reject).once('response', async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, json: JSON.parse(text) });
    });
  });
  answer.catch(() => undefined);
  sending.write(beginning);
  return { answer, end: (rest: string) => sending.end(rest), cut: () => sending.destroy() };
}

async function arriving(of: Lender): Promise<number> {
  const text = "select from ledger_boarding where organization_id = $1 and status = 'receiving'";
  return (await instance.resources.pool.query(text, [of.organizationId])).rowCount ?? 0;
}

describe.each(['together', 'apart'] as const)('POST /v1/ledger/boardings, several at once, %s', (door) => {
  const HEADER = `${Object.keys(LOAN).join(',')}\n`;

  it('429 too_many_uploads for a key’s fourth upload and an organization’s seventh; once others end, uploads are accepted again', async () => {
    const crowd = await instance.lender('Crowd');
    const tokens = await Promise.all(Array.from({ length: 3 }, () => tokenOf(crowd)));
    const open: ReturnType<typeof stalled>[] = [];
    for (const [token = ''] of [tokens, tokens.slice(1)]) {
      for (let count = 0; count < 3; count += 1) {
        open.push(stalled(door, token, HEADER));
        await until(async () => (await arriving(crowd)) === open.length, `upload ${open.length} is under way`);
      }
      const refused = await stalled(door, token, HEADER).answer;
      expect([refused.status, refused.json.detail.error_code]).toEqual([429, 'too_many_uploads']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    const seventh = await stalled(door, tokens[2] ?? '', HEADER).answer;
    expect([seventh.status, seventh.json.detail.error_code]).toEqual([429, 'too_many_uploads']);
    for (const upload of open) upload.cut();
    await until(async () => (await arriving(crowd)) === 0, 'the uploads are given up');
    const after = await post(door, csv({ ...LOAN, as_of: TODAY, loan_number: 'C-1' }), { token: tokens[0] ?? '' });
    expect(after.status).toBe(202);
  });

  it('401 for an upload whose key is revoked while it arrives; nothing of it is stored', async () => {
    const crowd = await instance.lender('Revoked');
    const { prefix, plaintext } = await crowd.key(['ledger:write']);
    const { token } = await Api.exchange(instance.baseUrl, { prefix, plaintext });
    const upload = stalled(door, token, HEADER);
    await until(async () => (await arriving(crowd)) === 1, 'the upload is under way');
    await instance.resources.pool.query('update api_key set revoked_at = now() where prefix = $1', [prefix]);
    upload.end(sample(3, 1, TODAY).split('\n').slice(1).join('\n'));
    const { status, json } = await upload.answer;
    expect([status, json.detail.error_code]).toEqual([401, 'invalid_token']);
    expect(await arriving(crowd)).toBe(0);
  });
});

it('another organization’s boarding is treated as missing, over REST and GraphQL', async () => {
  const taken = await post('together', csv({ ...LOAN, as_of: TODAY, loan_number: 'X-1' }));
  expect(taken.status).toBe(202);
  const stranger = await instance.lender('Stranger');
  const api = await stranger.api(['ledger:read']);
  for (const path of ['', '/problems']) {
    const foreign = await api.get(`/v1/ledger/boardings/${taken.json.id}${path}`);
    const unknown = await api.get(`/v1/ledger/boardings/01ARZ3NDEKTSV4RRFFQ69G5FAV${path}`);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  }
  const ask = async (of: Lender): Promise<Ask> =>
    graphClient(instance.graphqlUrl, (await of.key(['ledger:read'])).plaintext);
  const query =
    'query ($id: ID!) { ledgerBoarding(id: $id) { id status } ledgerBoardingProblems(id: $id) { items { line } } }';
  expect((await (await ask(stranger))(query, { id: taken.json.id })).json.errors[0].extensions.code).toBe(
    'ledger_boarding_not_found',
  );
  expect((await (await ask(lender))(query, { id: taken.json.id })).json.data.ledgerBoarding.id).toBe(taken.json.id);
});
