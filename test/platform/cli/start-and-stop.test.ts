import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READ_SCOPES, SCOPES } from '../../../core/principal/scopes.js';
import { isAlive, livePostmaster } from '../../../runtime/embedded/postmaster.js';
import { send } from '../../support/api.js';
import { command, type Environment } from '../../support/command.js';
import { type CommandHost, openCommandHost } from '../../support/command-host.js';
import { type DemoStart, openDemoStart } from '../../support/demo-start.js';
import { freePort } from '../../support/free-ports.js';
import { graphClient } from '../../support/graph.js';
import { until } from '../../support/until.js';

/** A data folder that is empty at first: successive starts of the product use it. */
let demo: DemoStart;
let environment: Environment;
let host: CommandHost;

beforeAll(async () => {
  host = openCommandHost();
  demo = await openDemoStart({ LOAN_SYSTEM_TIMEOUT_MS: '2000' });
  ({ environment } = demo);
}, 300_000);

afterAll(async () => {
  await host.close();
  await demo.close();
});

const database = () => livePostmaster(join(demo.folder, 'postgres'));

/** The sandbox accounts that integrators are promised; there may be others. */
const SANDBOX_CODES = [
  'SBX-POSTS',
  'SBX-REFUSES',
  'SBX-UNAVAILABLE',
  'SBX-UNCONFIRMED-POSTS',
  'SBX-UNCONFIRMED-LOST',
  'SBX-NOT-PAYABLE',
  'SBX-REVERSAL-UNCONFIRMED',
  'SBX-REVERSAL-REFUSED',
];

describe('.tributary/demo-credentials.json', () => {
  it('is readable by its owner only, and holds every field that integrators start from', async () => {
    const path = join(demo.folder, 'demo-credentials.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const file = await demo.credentials();
    expect(file).toMatchObject({
      ...demo.addresses,
      organizations: [{ id: ulid }, { id: ulid }, { id: ulid }],
      operator_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(file.workspace_ids.length).toBeGreaterThan(0);
    for (const code of SANDBOX_CODES) expect(file.sandbox_accounts).toHaveProperty(code, ulid);
    const [a, b, c] = file.organizations.map(({ id }: { id: string }) => id);
    const key = (name: string, organization_ids: readonly string[], scopes: readonly string[]) => ({
      name,
      prefix: expect.stringMatching(/^.{8}$/),
      key: expect.stringMatching(/^.{8}_.{40,}$/),
      organization_ids,
      scopes,
    });
    expect(file.keys).toEqual([
      key('full', [a, b], SCOPES),
      key('other', [c], SCOPES),
      key('reader', [a], READ_SCOPES),
      key('legacy', [a], []),
    ]);
  });

  it('its keys work as described', async () => {
    const { organizations } = await demo.credentials();
    const listed = async (name: string) => (await (await demo.api(name)).get('/v1/organizations')).json.items;
    expect(await listed('full')).toHaveLength(2);
    expect((await listed('other')).map(({ id }: { id: string }) => id)).toEqual([organizations[2].id]);
    expect((await (await demo.api('legacy')).get('/v1/organizations')).status).toBe(403);
  });
});

describe('tributary start, one after the other in one data folder', { timeout: 120_000 }, () => {
  it('a second one beside the first says so and ends with 1; the first continues', async () => {
    const { code, stderr } = await command(['start', '--json'], environment);
    expect(code).toBe(1);
    expect(stderr).toContain(`another Tributary is already running in ${demo.folder}`);
    expect((await send(`${demo.addresses.base_url}/readyz`)).status).toBe(200);
  });

  it('operators token › the running start accepts the token, whatever PORT the command itself was given', async () => {
    const asked = async (changed: Readonly<Record<string, string>>) => {
      const { token } = await host.answerOf(['operators', 'token', '--role', 'viewer'], { ...environment, ...changed });
      return (await graphClient(demo.addresses.graphql_url, token)('{ __typename }')).status;
    };
    expect(await asked({ PORT: '4999' })).toBe(200);
    expect(await asked({ PUBLIC_URL: 'https://elsewhere.test' })).toBe(401);
  });

  it('SIGTERM: running requests finish, new ones are refused, it ends with 0 and leaves no process', async () => {
    const api = await demo.api('full');
    const { sandbox_accounts } = await demo.credentials();
    const account = sandbox_accounts['SBX-HANGS'];
    const inFlight = api.record(account, { amount_cents: 123 });
    const posting = async () =>
      (await api.get(`/v1/accounts/${account}/payments?limit=1`)).json.items?.[0]?.status === 'pending';
    await until(posting, 'the payment is being posted');

    const postmaster = await database();
    const ended = demo.product.kill('SIGTERM');
    const answer = await inFlight;
    expect([answer.status, answer.json.status]).toEqual([202, 'pending_confirmation']);
    expect(await ended).toBe(0);
    await expect(send(`${demo.addresses.base_url}/healthz`)).rejects.toThrow();
    expect(postmaster !== undefined && isAlive(postmaster.pid)).toBe(false);
    expect(await database()).toBeUndefined();
  });

  it.each(['PORT', 'GRAPHQL_PORT', 'SECURE_PORT'])(
    '%s is in use: one line names port and variable, nothing is left running',
    async (variable) => {
      const holder = createServer();
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
      const { port } = holder.address() as AddressInfo;
      try {
        const { code, stdout, stderr } = await host.run(['start'], { ...environment, [variable]: String(port) });
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr.split('\n').filter((line) => line.startsWith('tributary:'))).toEqual([
          expect.stringContaining(`port ${port} (${variable}) on 127.0.0.1 is taken`),
        ]);
        expect(await database()).toBeUndefined();
      } finally {
        holder.close();
      }
    },
  );

  it('a command without a running start starts the database itself, and leaves nothing running', async () => {
    expect((await host.answerOf(['keys', 'list'], environment)).keys.length).toBeGreaterThanOrEqual(4);
    expect(await database()).toBeUndefined();
  });

  it('serve without a running database in the folder says what it needs, and ends with 1', async () => {
    const { code, stderr } = await host.run(['serve', 'rest'], environment);
    expect([code, stderr]).toEqual([1, expect.stringContaining('set DATABASE_URL')]);
  });

  it('the next one: /readyz is 503 until the credentials file is written', async () => {
    const path = join(demo.folder, 'demo-credentials.json');
    const written = await readFile(path, 'utf8');
    // A named pipe in its place: a reader waits until a writer opens it.
    await rm(path);
    await promisify(execFile)('mkfifo', [path]);
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const isUp = () =>
      fetch(`${base}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const started = demo.start({ PORT: String(port) });
    await until(isUp, 'the start answers at /healthz', 60_000);
    expect((await send(`${base}/readyz`)).status).toBe(503);

    await writeFile(path, written);
    await started;
    expect((await send(`${base}/readyz`)).status).toBe(200);
    expect(await demo.credentials()).toMatchObject({ base_url: base, keys: JSON.parse(written).keys });
  });

  it('it has everything from the previous start, and settles what was unsettled', async () => {
    const { sandbox_accounts } = await demo.credentials();
    const api = await demo.api('full');
    const [left] = (await api.get(`/v1/accounts/${sandbox_accounts['SBX-HANGS']}/payments?limit=1`)).json.items;
    expect(left.amount_cents).toBe(123);
    await api.settled(left.payment_id, 'posted', 60_000);
  });

  it('after SIGKILL, which leaves the database running, the next one starts with what was committed', async () => {
    const api = await demo.api('full');
    const { sandbox_accounts } = await demo.credentials();
    const recorded = await api.record(sandbox_accounts['SBX-POSTS'], { amount_cents: 456 });
    expect(recorded.status).toBe(201);
    await demo.product.kill('SIGKILL');
    const orphan = await database();
    expect(orphan).toBeDefined();

    await demo.start();
    expect((await send(`${demo.addresses.base_url}/readyz`)).status).toBe(200);
    const read = await (await demo.api('full')).get(`/v1/payments/${recorded.json.payment_id}`);
    expect([read.status, read.json]).toEqual([200, recorded.json]);
    expect(await demo.product.kill('SIGTERM')).toBe(0);
    expect(await database()).toBeUndefined();
    expect(orphan !== undefined && isAlive(orphan.pid)).toBe(false);
  });
});
