import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive, livePostmaster } from '../../../core/db/embedded/postmaster.js';
import { send } from '../../support/api.js';
import { type Environment } from '../../support/command.js';
import { type CommandHost, openCommandHost } from '../../support/command-host.js';
import { type DemoStart, openDemoStart } from '../../support/demo-start.js';
import { freePort } from '../../support/free-ports.js';
import { Product } from '../../support/process.js';
import { until } from '../../support/until.js';

let demo: DemoStart;
let environment: Environment;
let host: CommandHost;

beforeAll(async () => {
  host = openCommandHost();
  demo = await openDemoStart();
  ({ environment } = demo);
}, 300_000);

afterAll(async () => {
  await host.close();
  await demo.close();
});

const database = () => livePostmaster(join(demo.folder, 'postgres'));

describe('tributary start, one after the other in one data folder', { timeout: 120_000 }, () => {
  it('SIGTERM: what is in flight is finished, nothing new is taken, it ends with 0 and leaves no process', async () => {
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
    '%s is taken: one line names port and variable, nothing is left running',
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

  it('a command without a running start begins the database by itself, and leaves nothing running', async () => {
    expect((await host.answerOf(['keys', 'list'], environment)).keys.length).toBeGreaterThanOrEqual(4);
    expect(await database()).toBeUndefined();
  });

  it('serve, where the database of the folder does not run, says what it needs, and ends with 1', async () => {
    const { code, stderr } = await host.run(['serve', 'rest'], environment);
    expect([code, stderr]).toEqual([1, expect.stringContaining('set DATABASE_URL')]);
  });

  it('the next one has everything that the last one had, and settles what it left unsettled', async () => {
    await demo.start();
    const { sandbox_accounts } = await demo.credentials();
    const api = await demo.api('full');
    const [left] = (await api.get(`/v1/accounts/${sandbox_accounts['SBX-HANGS']}/payments?limit=1`)).json.items;
    expect(left.amount_cents).toBe(123);
    await api.settled(left.payment_id, 'posted', 60_000);
  });

  it('after SIGKILL, which leaves the database behind, the next one is up with what was committed', async () => {
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

  it('/readyz is 503 until the credentials file is written', async () => {
    const path = join(demo.folder, 'demo-credentials.json');
    const written = await readFile(path);
    // A pipe in its place: whoever reads it waits until somebody writes.
    await rm(path);
    await promisify(execFile)('mkfifo', [path]);
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const held = new Product({ command: ['start', '--json'], environment: { ...environment, PORT: String(port) } });
    const printed = held.startAndReadLine();
    const isUp = () =>
      fetch(`${base}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(isUp, 'the start answers at /healthz', 60_000);
    expect((await send(`${base}/readyz`)).status).toBe(503);

    await writeFile(path, written);
    await printed;
    expect((await send(`${base}/readyz`)).status).toBe(200);
    expect(await demo.credentials()).toMatchObject({ base_url: base, keys: JSON.parse(String(written)).keys });
    expect(await held.kill('SIGTERM')).toBe(0);
  });
});
