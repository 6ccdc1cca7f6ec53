import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { remoteBoardings } from '../../gateway/remote-boarding-upload.js';
import { localListExports } from '../../runtime/assembly/list-exports.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { remoteParts } from '../../runtime/assembly/remote-parts.js';
import { localExports } from '../../runtime/assembly/report-exports.js';
import { gatewayPart } from '../../runtime/parts/gateway-host-parts.js';
import { servicingPart } from '../../runtime/parts/subgraphs/servicing-part.js';
import { csv, LOAN } from '../support/board-file.js';
import { demoSession } from '../support/demo-session.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { deployedParts } from '../support/part-keys.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* `POST /uploads/boardings` on the gateway's host, with the servicing subgraph in the same process and in another. */

const MOST_BYTES = 100_000;
let instance: TestInstance;
let lender: Lender;
let other: Lender;
let hosts: Readonly<Record<'together' | 'apart', string>>;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const environment = { ...deployedParts().settingsOf('rest'), BOARDING_MAX_BYTES: String(MOST_BYTES) };
  instance = await openTestInstance({ worker: false, isDemo: true, environment });
  stops.push(() => instance.close());
  const { resources, gateway } = instance;
  const servicing = servicingPart(resources, 0);
  await servicing.start();
  stops.push(() => servicing.stop(1_000));
  const apart = gatewayPart(
    { ...resources, config: { ...resources.config, GRAPHQL_PORT: 0 } },
    gateway,
    rateLimits(resources, false),
    {
      ...{ isDemo: true, exports: localExports(resources), lists: localListExports(resources) },
      boardings: remoteBoardings(`http://127.0.0.1:${servicing.port}`, remoteParts(resources)),
    },
  );
  await apart.start();
  stops.push(() => apart.stop(1_000));
  hosts = { together: new URL(instance.graphqlUrl).origin, apart: `http://127.0.0.1:${apart.port}` };
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: any;
}

const boardings = async (organizationId: string) =>
  (await instance.resources.pool.query('select * from ledger_boarding where organization_id = $1', [organizationId]))
    .rows;

describe.each(['together', 'apart'] as const)('POST /uploads/boardings, %s', (host) => {
  const FILE = csv({ ...LOAN, loan_number: `${host}-1` });

  async function post(headers: Readonly<Record<string, string>>, query = {}, body: string = FILE): Promise<Answer> {
    const search = new URLSearchParams({ organization_id: lender.organizationId, dry_run: 'true', ...query });
    const answer = await fetch(`${hosts[host]}/uploads/boardings?${search}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'idempotency-key': randomUUID(), ...headers },
      body,
    });
    return { status: answer.status, headers: answer.headers, json: await answer.json() };
  }
  async function session(role: 'viewer' | 'agent' | 'supervisor') {
    const { cookie, token } = await demoSession(hosts[host], role);
    return { cookie, 'x-csrf-token': token };
  }
  const bearer = async (request: Omit<Parameters<typeof operatorToken>[1], 'subject'>) => ({
    authorization: `Bearer ${await operatorToken(instance.resources, { subject: 'ola', ...request })}`,
  });
  const codeOf = ({ json }: Answer) => json.detail.error_code;

  it('202 with the id for a supervisor’s session, audited with the request; the same key again is the same boarding', async () => {
    const headers = { ...(await session('supervisor')), 'idempotency-key': randomUUID() };
    const first = await post(headers);
    expect([first.status, first.json]).toEqual([202, { id: expect.any(String), replayed: false }]);
    expect((await post(headers)).json).toEqual({ id: first.json.id, replayed: true });
    const { rows } = await instance.resources.pool.query(
      "select actor_kind, request_id from audit_log where action = 'ledger_boarding.receive' and subject = $1",
      [first.json.id],
    );
    expect(rows).toEqual([{ actor_kind: 'operator', request_id: first.headers.get('x-request-id') }]);
    expect([(await post(headers, {}, `${FILE}\n`)).status, codeOf(await post(headers, {}, `${FILE}\n`))]).toEqual([
      409,
      'idempotency_conflict',
    ]);
  });

  it.each([
    ['401 without a session', 401, 'missing_token', async () => ({})],
    [
      '403 without the CSRF token',
      403,
      'csrf_token_invalid',
      async () => ({ cookie: (await session('supervisor')).cookie }),
    ],
    ['403 for a viewer', 403, 'insufficient_scope', () => session('viewer')],
    ['403 for an agent', 403, 'insufficient_scope', () => session('agent')],
    [
      '403 for a supervisor of another lender',
      403,
      'organization_out_of_scope',
      () => bearer({ role: 'supervisor', organizationIds: [other.organizationId] }),
    ],
    [
      '403 for a viewer here who is admin elsewhere',
      403,
      'organization_out_of_scope',
      () => bearer({ role: 'viewer', rolesAt: { [lender.organizationId]: 'viewer', [other.organizationId]: 'admin' } }),
    ],
  ] as const)('%s, and nothing is stored', async (_what, status, code, headers) => {
    const before = await boardings(lender.organizationId);
    const answer = await post(await headers());
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(await boardings(lender.organizationId)).toEqual(before);
  });

  it('413 for a declared length above the limit, 415 for another type, 422 for a missing key or an unknown parameter', async () => {
    const before = await boardings(lender.organizationId);
    const headers = await session('supervisor');
    const large = await post(headers, {}, 'x'.repeat(MOST_BYTES + 1));
    expect([large.status, codeOf(large)]).toEqual([413, 'payload_too_large']);
    const typed = await post({ ...headers, 'content-type': 'application/json' });
    expect([typed.status, codeOf(typed)]).toEqual([415, 'unsupported_media_type']);
    for (const answer of [await post({ ...headers, 'idempotency-key': '' }), await post(headers, { colour: 'blue' })])
      expect(answer.status).toBe(422);
    expect(await boardings(lender.organizationId)).toEqual(before);
  });
});

it('another lender’s boarding looks like an unknown one, in every query', async () => {
  const token = await operatorToken(instance.resources, {
    ...{ subject: 'bo', role: 'admin', organizationIds: [other.organizationId] },
  });
  const ask = graphClient(instance.graphqlUrl, token);
  const [theirs] = await boardings(lender.organizationId);
  for (const question of [
    '{ ledgerBoarding(id: "ID") { id } }',
    '{ ledgerBoardingProblems(id: "ID") { items { line } } }',
    '{ ledgerBoardingProblemFile(id: "ID") }',
    '{ ledgerBoardingLoans(id: "ID") { items { accountId } } }',
    'mutation { abandonLedgerBoarding(id: "ID", idempotencyKey: "k") { replayed } }',
  ]) {
    const [foreign, unknown] = [
      await ask(question.replace('ID', theirs.id)),
      await ask(question.replace('ID', newId())),
    ];
    expect(foreign.json.errors[0].extensions.code).toBe('ledger_boarding_not_found');
    expect(foreign.json).toEqual(unknown.json);
  }
  expect((await ask('{ ledgerBoardings { items { id } } }')).json.data.ledgerBoardings.items).toEqual([]);
});
