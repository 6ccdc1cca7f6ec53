import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openResources, type Resources } from '../../runtime/assembly/resources.js';
import { LoanSystemStatusPart } from '../../runtime/parts/loan-system-status-part.js';
import { addUpGauge } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system-up-gauge.js';
import type { Environment } from '../support/command.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openStandIn, type RemoteStandIn } from '../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** The shell and the worker have the secret; the payments subgraph was started without it. */
let standIn: RemoteStandIn;
let house: TestInstance;
let lender: Lender;
let shell: Environment;
let commands: CommandHost;
let admin: Ask;
let poor: Resources;
let worker: LoanSystemStatusPart;
let payments: LoanSystemStatusPart;

beforeAll(async () => {
  standIn = await openStandIn('fineract', false);
  standIn.makeLoan(100_000);
  house = await openTestInstance({ worker: false, environment: standIn.environment });
  lender = await house.lender();
  admin = graphClient(house.graphqlUrl, await operatorToken(house.resources, { subject: 'ola', role: 'admin' }));
  const { config, logger } = house.resources;
  shell = {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'fatal', DATABASE_URL: house.databaseUrl, TRIBUTARY_DATA_DIR: config.dataDir },
    ...standIn.environment,
  };
  commands = openCommandHost();
  const without = { ...config, secretOf: () => undefined };
  poor = await openResources({ config: without, databaseUrl: house.databaseUrl, logger });
  worker = new LoanSystemStatusPart(house.resources, 'worker');
  payments = new LoanSystemStatusPart(poor, 'payments');
});
afterAll(async () => {
  await Promise.all([worker.stop(), payments.stop(), commands.close()]);
  await poor.close();
  await house.close();
  await standIn.close();
});

const addition = (code: string): readonly string[] => [
  ...['--code', code, '--kind', standIn.kind, '--base-url', standIn.baseUrl, '--organization', lender.organizationId],
  ...Object.entries(standIn.settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
  ...Object.entries(standIn.secretEnv).flatMap(([name, secret]) => ['--secret', `${name}-env=${secret}`]),
];
const secretVariable = () => Object.values(standIn.secretEnv)[0] ?? '';
const lacking = () => [`the environment variable ${secretVariable()} is not set`];
const list = async (code: string) =>
  (await commands.answerOf(['loan-systems', 'list'], shell)).loan_systems.find(
    (row: { code: string }) => row.code === code,
  );

/** The system's line in `/metrics`. */
async function isUp(code: string): Promise<number | undefined> {
  const registry = new Registry();
  addUpGauge(registry, house.resources.db);
  const [metric] = await registry.getMetricsAsJSON();
  return metric?.values.find(({ labels }) => labels['system'] === code)?.value;
}

describe('how running parts reach a loan system', () => {
  it('loan-systems add › warns that no running part has reported, while none runs', async () => {
    const added = await commands.run(['loan-systems', 'add', ...addition('early')], shell);
    expect([added.code, added.stdout.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^Added early\. /),
        `Warning: no running part has reported on early: set ${secretVariable()} where the product runs, and restart processes that started without it`,
        '',
      ],
    ]);
    expect((await commands.run(['loan-systems', 'list'], shell)).stdout).toMatch(/early +fineract +no status/);
  });

  it('loan-systems add and list › name the part that lacks the secret; the list shows each part’s view', async () => {
    await Promise.all([worker.start(), payments.start()]);
    const added = await commands.answerOf(['loan-systems', 'add', ...addition('core')], shell);
    expect(added.warnings).toEqual([
      `payments cannot use core: ${lacking()[0]}: fix this where payments runs, and restart it`,
    ]);
    await expect.poll(async () => (await list('core')).seen_by[1]?.is_reachable).toBe(true);
    expect((await list('core')).seen_by).toMatchObject([
      { part: 'payments', is_stale: false, problems: lacking(), is_reachable: null, last_call_at: null },
      { part: 'worker', is_stale: false, problems: [], is_reachable: true, last_outcome: 'answered', is_broken: false },
    ]);
    const listed = await commands.run(['loan-systems', 'list'], shell);
    expect(listed.stdout).toMatch(/core +fineract +not set up/);
    expect(listed.stdout).toMatch(/core +payments +running +the environment variable/);
    expect(await isUp('core')).toBe(0);
    expect(listed.stdout).not.toContain(standIn.environment[secretVariable()]);
  });

  it('loan-systems sync › runs in the shell, and names the running part that lacks the secret', async () => {
    const synced = await commands.answerOf(['loan-systems', 'sync', 'core'], shell);
    expect(synced).toMatchObject({ outcome: 'finished', loans_failed: 0 });
    expect(synced.warnings).toEqual([expect.stringContaining('payments cannot use core')]);
  });

  it('GraphQL loanSystems › only an admin sees sightings', async () => {
    const query = '{ loanSystems { code sightings { part problems isReachable lastOutcome isBroken isStale } } }';
    const { json } = await admin(query);
    const core = json.data.loanSystems.find(({ code }: { code: string }) => code === 'core');
    expect(core.sightings).toMatchObject([
      { part: 'payments', problems: lacking(), isReachable: null },
      { part: 'worker', problems: [], isReachable: true },
    ]);
    const request = { subject: 'vic', role: 'viewer' } as const;
    const viewer = graphClient(house.graphqlUrl, await operatorToken(house.resources, request));
    for (const { sightings } of (await viewer(query)).json.data.loanSystems) expect(sightings).toBeNull();
  });

  it('a part that stops removes its row; that of a killed part becomes stale and no longer counts', async () => {
    await payments.stop();
    expect((await list('core')).seen_by).toMatchObject([{ part: 'worker' }]);
    await house.resources.pool.query(`insert into loan_system_sighting
      (instance, loan_system_code, part, seen_at, problems, is_broken)
      values ('killed', 'core', 'servicing', now() - interval '31 seconds', '{gone}', false),
             ('long ago', 'core', 'servicing', now() - interval '11 minutes', '{gone}', false)`);
    await house.resources.pool.query("update loan_system set is_active = false where code = 'early'");
    await house.resources.addedSystems.refresh();
    for (let looked = 0; looked < 2; looked += 1) await worker.look(); // the first may have begun before
    expect((await list('core')).seen_by).toMatchObject([
      { instance: 'killed', is_stale: true },
      { part: 'worker', is_stale: false },
    ]);
    expect((await commands.run(['loan-systems', 'list'], shell)).stdout).toMatch(/core +fineract +active/);
    expect(await isUp('core')).toBe(1);
    expect((await list('early')).seen_by).toEqual([]);
  });

  it('an unreachable loan system is shown as not reached, with its breaker open', async () => {
    await standIn.close();
    const system = house.resources.addedSystems.get('core');
    for (let call = 0; call < 5; call += 1) expect(await system?.businessDay()).toEqual({ kind: 'unavailable' });
    await expect
      .poll(async () => (await list('core')).seen_by.at(-1))
      .toMatchObject({ is_reachable: false, is_broken: true });
    expect((await commands.run(['loan-systems', 'list'], shell)).stdout).toMatch(/core +fineract +not reached/);
    expect(await isUp('core')).toBe(0);
  });
});
