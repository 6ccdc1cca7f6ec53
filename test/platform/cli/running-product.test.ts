import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../core/principal/scopes.js';
import type { DemoCredentials } from '../../../runtime/demo/credentials-file.js';
import { LoanSystemStatusPart } from '../../../runtime/parts/loan-system-status-part.js';
import { linesFor } from '../../stand-in/instructions.js';
import { Api } from '../../support/api.js';
import { childEnvironment } from '../../support/child-environment.js';
import { command, type Environment, MAIN } from '../../support/command.js';
import { type CommandHost, openCommandHost } from '../../support/command-host.js';
import type { Lender } from '../../support/lender.js';
import { openStandIn, type RemoteStandIn, systemTerms } from '../../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let environment: Environment;
let standIn: RemoteStandIn;
/** Reports the loan systems that a running product sees: `loan-systems add` waits for it. */
let sightings: LoanSystemStatusPart;
let host: CommandHost;

beforeAll(async () => {
  host = openCommandHost();
  standIn = await openStandIn('fineract', false);
  standIn.makeLoan(100_000);
  instance = await openTestInstance({ environment: standIn.environment });
  sightings = new LoanSystemStatusPart(instance.resources, 'start');
  await sightings.start();
  lender = await instance.lender();
  environment = {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'fatal', LOAN_SYSTEM_TIMEOUT_MS: '2000' },
    ...{ DATABASE_URL: instance.databaseUrl, TRIBUTARY_DATA_DIR: instance.resources.config.dataDir },
    ...standIn.environment,
  };
}, 120_000);

afterAll(async () => {
  await host?.close();
  await sightings?.stop();
  await instance?.close();
  await standIn?.close();
});

/** The credentials that a start with demo data writes for its user. */
async function credentials(): Promise<DemoCredentials> {
  const { prefix, plaintext: key } = await lender.key();
  const { organizationId } = lender;
  return {
    ...{ base_url: instance.baseUrl, graphql_url: instance.graphqlUrl, secure_url: instance.secureUrl },
    organizations: [{ id: organizationId, display_name: 'Alder Lending' }],
    keys: [{ name: 'full', prefix, key, organization_ids: [organizationId], scopes: SCOPES }],
    ...{ operator_token: '', workspace_ids: [], sandbox_accounts: {} },
  };
}

describe('commands beside a running product', { timeout: 180_000 }, () => {
  it('loan-systems › one is added, synced, listed and removed; errors are reported at once', async () => {
    const { organizationId } = lender;
    const wrong = await host.run(
      ['loan-systems', 'add', '--code', '1', '--kind', 'fineract', '--base-url', 'x', '--organization', 'y'],
      environment,
    );
    expect([wrong.code, wrong.stdout]).toEqual([1, '']);
    for (const said of [/a code is a letter/, /base URL/, /named by its id/]) expect(wrong.stderr).toMatch(said);
    const unset = [
      ...systemTerms(standIn, 'unset', organizationId).slice(0, -2),
      '--secret',
      'password-env=FINERACT_NOT_SET',
    ];
    const poor = await host.run(['loan-systems', 'add', ...unset], environment);
    expect([poor.code, poor.stderr]).toEqual([1, 'tributary: the environment variable FINERACT_NOT_SET is not set\n']);

    await host.answerOf(['loan-systems', 'add', ...systemTerms(standIn, 'core', organizationId)], environment);
    const again = await host.run(['loan-systems', 'add', ...systemTerms(standIn, 'core', organizationId)], environment);
    expect([again.code, again.stderr]).toEqual([
      1,
      'tributary: there is already a loan system core; remove it first to change it\n',
    ]);
    const synced = await host.run(['loan-systems', 'sync', 'core', '--json'], environment);
    const { mode, loans_read: loansRead, ...pass } = JSON.parse(synced.stdout);
    expect(pass).toMatchObject({ outcome: 'finished', loans_failed: 0 });
    // The start beside it may have synced first: then nothing is left to read.
    expect(['full 1', 'incremental 0']).toContain(`${mode} ${loansRead}`);
    expect(synced.stderr).toMatch(new RegExp(`${mode} sync: [01] loans checked, ${loansRead} read`));
    const [secret = ''] = Object.keys(standIn.environment);
    const without = await host.run(['loan-systems', 'sync', 'core'], { ...environment, [secret]: '' });
    expect([without.code, without.stderr]).toEqual([1, expect.stringMatching(/core cannot be set up here; .*not set/)]);
    const { loan_systems } = await host.answerOf(['loan-systems', 'list'], environment);
    const listed = loan_systems.find(({ code }: { code: string }) => code === 'core');
    expect(listed).toMatchObject({
      kind: 'fineract',
      accounts: 1,
      not_told: ['co_borrowers'],
      sync: { loans_failed: 0 },
    });
    expect(JSON.stringify(listed)).not.toContain(Object.values(standIn.environment)[0]);
    const held = await host.run(['loan-systems', 'remove', 'core'], environment);
    expect([held.code, held.stderr]).toEqual([
      1,
      'tributary: core holds 1 accounts, which would take no payments (use --force to remove it anyway)\n',
    ]);
    expect(await host.answerOf(['loan-systems', 'remove', 'core', '--force'], environment)).toMatchObject({
      is_active: false,
    });
    expect((await host.run(['loan-systems', 'sync', 'core'], environment)).code).toBe(1);
  });

  it('loan-systems › the commands that a stand-in prints, pasted into a shell, add it, bring its loans, pay one and remove it', async () => {
    const shown = await openStandIn('fineract', false);
    try {
      const printed = linesFor(shown, shown.lendExamples(), await credentials());
      const lines = printed.slice(printed.lastIndexOf('export ')).match(/^(?:npm|curl|[A-Z]+=).*$/gm) ?? [];
      const pasted = lines.map((line) => line.replace('npm run -s tributary --', `node '${MAIN}'`));
      const shell = { env: { ...childEnvironment(), ...environment } };
      const { stdout } = await promisify(execFile)('sh', ['-ec', pasted.join('\n')], shell);
      // On a busy machine the product may report the new system later than the command waits for it.
      const answers = stdout.trim().split('\n');
      const [added, synced, accounts = '', payment = '', removed] = answers.filter(
        (line) => !/^Warning: no running part/.test(line),
      );
      expect([added, synced, removed]).toEqual([
        'Added stand-in-fineract. Now: node dist/cli/main.js loan-systems sync stand-in-fineract',
        // The start beside it may have synced first: then less is left to read, and the accounts below exist all the
        // same.
        expect.stringMatching(/[0-3] loans checked, [0-3] read .* 0 failed/),
        'Removed stand-in-fineract.',
      ]);
      const states = JSON.parse(accounts).items.map(({ status_code }: { status_code: string }) => status_code);
      expect(states.sort()).toEqual(['active', 'delinquent', 'paid_in_full']);
      expect(JSON.parse(payment)).toMatchObject({ status: 'posted', amount_cents: 12_500 });
    } finally {
      await shown.close();
    }
  });

  it('npm run tributary › the testing guide’s clock commands, pasted into a shell, create an organization, its ledger and a key', async () => {
    const guide = await readFile('docs/guides/testing.md', 'utf8');
    const pasted = [...guide.matchAll(/```sh command-line\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
    const shell = { env: { ...childEnvironment(), ...environment } };
    const { stdout } = await promisify(execFile)('bash', ['-ec', `${pasted}\necho $TRIBUTARY_KEY`], shell);
    const plaintext = stdout.trim().split('\n').at(-1) ?? '';
    const api = await Api.exchange(instance.baseUrl, { prefix: plaintext.slice(0, 8), plaintext });
    expect((await api.get('/v1/test-clock')).json.status).toBe('resting');
  });

  it('keys › without --json they print text, and a secret once', async () => {
    const made = await command(
      ['keys', 'create', '--organization', lender.organizationId, '--name', 'till'],
      environment,
    );
    const [plaintext = ''] = made.stdout.split('\n');
    expect([made.code, plaintext]).toEqual([0, expect.stringMatching(/^.{8}_.{40,}$/)]);
    const listed = await host.run(['keys', 'list'], environment);
    expect(listed.stdout).toContain(plaintext.slice(0, 8));
    expect(listed.stdout).not.toContain(plaintext);
  });
});
