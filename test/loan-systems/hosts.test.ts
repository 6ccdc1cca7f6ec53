import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandPrincipal } from '../../core/principal/principal.js';
import { remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let admin: Ask;
/** Another host's address, and the requests that it received. */
const elsewhere = createServer((request, response) => {
  sent.push(request.headers.authorization ?? '');
  response.end('{}');
});
const sent: string[] = [];
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  instance = await openTestInstance({
    worker: false,
    environment: { LOAN_SYSTEM_HOSTS: 'core.lender.example, [::1]:4100', FINERACT_PASSWORD: 'the real one' },
  });
  lender = await instance.lender();
  const request = { subject: 'ola', role: 'admin' } as const;
  admin = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
});
afterAll(async () => {
  await instance.close();
  elsewhere.close();
});

const adding = (code: string, baseUrl: string, variable = 'FINERACT_PASSWORD') => ({
  ...{ code, kind: 'fineract', baseUrl, organizationId: lender.organizationId },
  settings: [{ name: 'username', value: 'mifos' }],
  secrets: [{ name: 'password', value: variable }],
});
const add = async (input: ReturnType<typeof adding> & { readonly check?: boolean }) =>
  (await admin('mutation ($input: AddLoanSystemInput!) { addLoanSystem(input: $input) { problems } }', { input })).json
    .data.addLoanSystem.problems;
const attempts = async (code: string) =>
  (
    await instance.resources.pool.query(
      "select actor, actor_kind, after from audit_log where subject = $1 and action = 'loan_system.try'",
      [code],
    )
  ).rows;

it('neither is a client’s secret, to a token endpoint of their own', async () => {
  const settings = [
    { name: 'token-url', value: `http://${address}/token` },
    { name: 'client-id', value: 'tributary' },
  ];
  const secrets = [{ name: 'client-secret', value: 'FINERACT_PASSWORD' }];
  for (const check of [true, false]) {
    const input = { ...adding('tokens', 'https://core.lender.example'), settings, secrets, check };
    expect(await add(input)).toEqual([
      expect.stringMatching(/hosts in LOAN_SYSTEM_HOSTS, and 127\.0\.0\.1:\d+ is not one of them/),
    ]);
  }
  expect(sent).toEqual([]);
});

it('a secret is not sent to an admin’s own address; the attempt is audited', async () => {
  for (const check of [true, false]) {
    const problems = await add({ ...adding('evil', `http://${address}/x`), check });
    expect(problems).toEqual([
      expect.stringMatching(/hosts in LOAN_SYSTEM_HOSTS, and .* is not one of them.*loan-systems add/),
    ]);
  }
  expect(sent).toEqual([]);
  const attempt = {
    ...{ actor: 'ola', actor_kind: 'operator' },
    after: {
      ...{ kind: 'fineract', base_url: `http://${address}/x`, organization_id: lender.organizationId },
      variables: ['FINERACT_PASSWORD'],
    },
  };
  expect(await attempts('evil')).toEqual([attempt, attempt]);
});

it('an invalid attempt is audited too, without possible secrets', async () => {
  const input = adding('odd', 'https://me:hush@core.lender.example', 'the real one');
  expect(await add(input)).not.toEqual([]);
  expect(await attempts('odd')).toMatchObject([{ after: { base_url: null, variables: [] } }]);
  expect(await add(adding('own', 'https://core.lender.example', 'DATABASE_URL'))).not.toEqual([]);
  expect(await attempts('own')).toMatchObject([{ after: { variables: ['DATABASE_URL'] } }]);
});

it.each([
  ['https://core.lender.example/api', true],
  ['https://CORE.lender.example:443/api', true],
  ['http://core.lender.example/api', true],
  ['http://[::1]:4100/api', true],
  ['https://core.lender.example:8443/api', false],
  ['https://core.lender.example.evil.test/api', false],
  ['https://lender.example/api', false],
  ['http://[::1]:4101/api', false],
])('%s: %j', async (baseUrl, isAllowed) => {
  const problems = await add({ ...adding('core', baseUrl), check: false });
  expect(problems.length === 0).toBe(isAllowed);
  await admin('mutation { removeLoanSystem(code: "core") { problems } }');
});

it('a user of the command line may name any host', async () => {
  const remotes = remoteSystems(instance.resources);
  const request = { ...adding('by-hand', `http://${address}`), settings: { username: 'mifos' } };
  const { secrets: _, ...rest } = { ...request, secretEnv: { password: 'FINERACT_PASSWORD' } };
  const change = await new LoanSystemService({ ...instance.resources, remotes }).add(
    commandPrincipal('ada'),
    rest,
    false,
  );
  expect(change.outcome).toBe('done');
});

it('without the variable: any in development, none in production', () => {
  const { config, ...rest } = instance.resources;
  const hosts = (isProduction: boolean) =>
    remoteSystems({ ...rest, config: { ...config, LOAN_SYSTEM_HOSTS: [], isProduction } }).hosts;
  expect([hosts(false), hosts(true)]).toEqual(['any', []]);
});
