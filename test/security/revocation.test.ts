import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logging/logger.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { openResources, type Resources } from '../../runtime/assembly/resources.js';
import { Api, type ApiAnswer, send } from '../support/api.js';
import { command, type Environment } from '../support/command.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { graphClient } from '../support/graph.js';
import { type Lender, openLender } from '../support/lender.js';
import { Product } from '../support/process.js';
import { refusalOf } from '../support/refusal-of.js';
import { pause, until } from '../support/until.js';

interface Addresses {
  readonly base_url: string;
  readonly graphql_url: string;
}

let database: TestDatabase;
let environment: Environment;
let resources: Resources;
let lender: Lender;
let commands: CommandHost;
let products: readonly Product[];
/** Two processes of the product on one database. */
let houses: readonly Addresses[];

beforeAll(async () => {
  database = await freshDatabase();
  environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: database.url,
    TRIBUTARY_DATA_DIR: await mkdtemp(join(tmpdir(), 'tributary-revocation-')),
    PUBLIC_URL: 'http://127.0.0.1',
    PORT: '0',
    GRAPHQL_PORT: '0',
    SECURE_PORT: '0',
    RATE_LIMIT_API_PER_MINUTE: '6000000',
    RATE_LIMIT_API_BURST: '1000000',
    RATE_LIMIT_TOKEN_PER_MINUTE: '600000',
    RATE_LIMIT_TOKEN_BURST: '100000',
    // Delayed refusals would not be among the answers after the revocation.
    REFUSAL_HOLD_MS: '0',
  };
  const config = await loadConfig(environment);
  resources = await openResources({ config, databaseUrl: database.url, logger: createLogger('fatal', 'test') });
  lender = await openLender(resources, '', 'Alder Lending');
  commands = openCommandHost();
  products = [1, 2].map(() => new Product({ command: ['start', '--json'], environment }));
  houses = (await Promise.all(products.map((product) => product.startAndReadLine()))).map((line) => JSON.parse(line));
}, 300_000);

afterAll(async () => {
  await Promise.all([commands.close(), ...products.map((product) => product.kill('SIGTERM'))]);
  await resources.close();
  await database.drop();
  await rm(environment['TRIBUTARY_DATA_DIR'] ?? '', { recursive: true, force: true });
});

/** One request, answered with 200 if the credential is accepted and with 401 otherwise. */
type Knock = () => Promise<ApiAnswer>;

interface Knocked {
  readonly startedAt: number;
  readonly status: number;
}

/** The key and a token made from it, at both processes. */
async function doorsOf(key: { readonly prefix: string; readonly plaintext: string }): Promise<readonly Knock[]> {
  const [first] = houses;
  const { token } = await Api.exchange(first?.base_url ?? '', key);
  return houses.flatMap(({ base_url, graphql_url }) => [
    () => new Api(base_url, token).get('/v1/organizations'),
    () => graphClient(graphql_url, token)('{ __typename }'),
    () => graphClient(graphql_url, key.plaintext)('{ organizations { items { id } } }'),
  ]);
}

/** The pause between two requests of one client, because two processors must also handle the revocation. */
const KNOCK_EVERY_MS = 20;
/** The number of refused requests per credential and API that a test waits for. */
const REFUSED = 20;

interface Hammer {
  readonly knocked: readonly Knocked[];
  stop(): Promise<readonly Knocked[]>;
}

/** Starts two clients that send requests in a loop until they are stopped. */
function hammer(knock: Knock): Hammer {
  let stopped = false;
  const knocked: Knocked[] = [];
  const client = async () => {
    while (!stopped) {
      const startedAt = performance.now();
      const { status } = await knock();
      knocked.push({ startedAt, status });
      await pause(KNOCK_EVERY_MS);
    }
  };
  const working = Promise.all([client(), client()]);
  return {
    knocked,
    stop: async () => {
      stopped = true;
      await working;
      return knocked;
    },
  };
}

const accepted = (hammers: readonly Hammer[]) =>
  until(
    () => hammers.every(({ knocked }) => knocked.some(({ status }) => status === 200)),
    'the credential is accepted everywhere',
  );

/** Waits until enough requests sent at this time or later have been answered at every API. */
const answeredSince = (time: number, hammers: readonly Hammer[]) =>
  until(
    () => hammers.every(({ knocked }) => knocked.filter(({ startedAt }) => startedAt >= time).length >= REFUSED),
    'requests are answered everywhere',
  );

const statuses = (knocked: readonly Knocked[]) => [...new Set(knocked.map(({ status }) => status))];

async function createdByCommand(...options: readonly string[]) {
  const words = ['keys', 'create', '--organization', lender.organizationId, ...options];
  const made = await commands.answerOf([...words, '--scope', 'organizations:read'], environment);
  return { prefix: String(made.prefix), plaintext: String(made.key) };
}

describe('tributary keys', () => {
  it('create: the key works at once, in every process and API', async () => {
    for (const knock of await doorsOf(await createdByCommand())) expect((await knock()).status).toBe(200);
  });

  it('revoke: after it returns, no process accepts another request with the key or a token made from it', async () => {
    const key = await createdByCommand();
    const hammers = (await doorsOf(key)).map(hammer);
    await accepted(hammers);
    const revoked = await commands.answerOf(['keys', 'revoke', key.prefix], environment);
    const returnedAt = performance.now();
    expect(revoked.revoked_at).toEqual(expect.any(String));
    await answeredSince(returnedAt, hammers);
    for (const knocked of await Promise.all(hammers.map(({ stop }) => stop()))) {
      const before = knocked.filter(({ startedAt }) => startedAt < returnedAt);
      const after = knocked.filter(({ startedAt }) => startedAt >= returnedAt);
      expect(statuses(before)).toContain(200);
      expect(statuses(after)).toEqual([401]);
      expect(statuses(knocked).sort()).toEqual([200, 401]);
    }
  });

  it('revoke: a revoked key can no longer be exchanged, and is answered like an unknown one', async () => {
    const key = await createdByCommand();
    await commands.answerOf(['keys', 'revoke', key.prefix], environment);
    for (const { base_url } of houses) {
      const exchange = (client_id: string, client_secret: string) =>
        send(`${base_url}/v1/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
        });
      const [revoked, unknown] = [await exchange(key.prefix, key.plaintext), await exchange('nobody00', key.plaintext)];
      expect([revoked.status, revoked.json]).toEqual([401, refusalOf('invalid_client')]);
      expect(unknown.text).toBe(revoked.text);
    }
  });

  it('revoke: another key of the same organization still works', async () => {
    const [key, kept] = [await createdByCommand(), await createdByCommand()];
    const doors = await doorsOf(kept);
    await commands.answerOf(['keys', 'revoke', key.prefix], environment);
    for (const knock of doors) expect((await knock()).status).toBe(200);
  });
});

describe('tributary operators', () => {
  it('revoke: after it returns, no process accepts another request with the token; another token still works', async () => {
    const make = () => commands.answerOf(['operators', 'token', '--role', 'viewer', '--subject', 'ola'], environment);
    const [made, kept] = [await make(), await make()];
    const doorsOfToken = (token: unknown) =>
      houses.map(
        ({ graphql_url }) =>
          () =>
            graphClient(graphql_url, String(token))('{ __typename }'),
      );
    const hammers = doorsOfToken(made.token).map(hammer);
    await accepted(hammers);
    const revoked = await commands.answerOf(['operators', 'revoke', String(made.id)], environment);
    const returnedAt = performance.now();
    expect(revoked.revoked_at).toEqual(expect.any(String));
    await answeredSince(returnedAt, hammers);
    for (const knocked of await Promise.all(hammers.map(({ stop }) => stop()))) {
      expect(statuses(knocked.filter(({ startedAt }) => startedAt < returnedAt))).toContain(200);
      expect(statuses(knocked.filter(({ startedAt }) => startedAt >= returnedAt))).toEqual([401]);
    }
    for (const knock of doorsOfToken(kept.token)) expect((await knock()).status).toBe(200);
    const listed = await commands.answerOf(['operators', 'list'], environment);
    expect(listed.operators).toMatchObject([
      { id: made.id, name: 'ola', role: 'viewer', organization_ids: 'all', revoked_at: expect.any(String) },
      { id: kept.id, revoked_at: null },
    ]);
    expect((await command(['operators', 'revoke', 'nobody'], environment)).stderr).toContain(
      'there is no operator token',
    );
  });
});

describe('expiry', () => {
  it('is checked on every request: from that instant neither the key nor a token made from it is accepted', async () => {
    const expiresAtMs = Date.now() + 3_000;
    const made = await createApiKey(resources, {
      name: 'short',
      organizationIds: [lender.organizationId],
      scopes: SCOPES,
      by: systemPrincipal('test'),
      expiresAt: new Date(expiresAtMs).toISOString(),
    });
    if (made.outcome === 'refused') throw new Error(made.problems.join());
    const hammers = (await doorsOf({ prefix: made.key.prefix, plaintext: made.plaintext })).map(hammer);
    const expiry = performance.now() + (expiresAtMs - Date.now()) + 2; // two clocks, each read to the millisecond
    await answeredSince(expiry, hammers);
    for (const knocked of await Promise.all(hammers.map(({ stop }) => stop()))) {
      expect(statuses(knocked.filter(({ startedAt }) => startedAt < expiry))).toContain(200);
      expect(statuses(knocked.filter(({ startedAt }) => startedAt >= expiry))).toEqual([401]);
    }
  });
});
