import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesFor } from '../../stand-in/lines.js';
import { Api } from '../../support/api.js';
import { childEnvironment } from '../../support/child-environment.js';
import { command, type Environment, MAIN } from '../../support/command.js';
import { type CommandHost, openCommandHost } from '../../support/command-host.js';
import { type DemoStart, openDemoStart } from '../../support/demo-start.js';
import { graphClient } from '../../support/graph.js';
import { openStandIn, type RemoteStandIn, systemTerms } from '../../support/remote-stand-ins.js';

let demo: DemoStart;
let environment: Environment;
let standIn: RemoteStandIn;
let host: CommandHost;

beforeAll(async () => {
  host = openCommandHost();
  standIn = await openStandIn('fineract', false);
  standIn.makeLoan(100_000);
  demo = await openDemoStart({ LOAN_SYSTEM_TIMEOUT_MS: '2000', ...standIn.environment });
  ({ environment } = demo);
}, 300_000);

afterAll(async () => {
  await host.close();
  await demo.close();
  await standIn.close();
});

describe('commands beside a running start', { timeout: 60_000 }, () => {
  it('loan-systems › one is added, synced, listed and removed; what is wrong is said at once', async () => {
    const { organizations } = await demo.credentials();
    const organizationId = organizations[0].id;
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
      'tributary: there is a loan system core already; remove it first to change it\n',
    ]);
    const synced = await host.run(['loan-systems', 'sync', 'core', '--json'], environment);
    const { mode, loans_read: loansRead, ...pass } = JSON.parse(synced.stdout);
    expect(pass).toMatchObject({ outcome: 'finished', loans_failed: 0 });
    // The start beside it may have been first: then nothing is left to read.
    expect(['full 1', 'incremental 0']).toContain(`${mode} ${loansRead}`);
    expect(synced.stderr).toMatch(new RegExp(`${mode} sync: [01] loans looked at, ${loansRead} read`));
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
      'tributary: core holds 1 accounts: they would take no payments (--force does it)\n',
    ]);
    expect(await host.answerOf(['loan-systems', 'remove', 'core', '--force'], environment)).toMatchObject({
      is_active: false,
    });
    expect((await host.run(['loan-systems', 'sync', 'core'], environment)).code).toBe(1);
  });

  it('loan-systems › what a stand-in prints, pasted into a shell, adds it, brings its loans, pays one and removes it', async () => {
    const shown = await openStandIn('fineract', false);
    try {
      const printed = linesFor(shown, shown.lendExamples(), await demo.credentials());
      const lines = printed.slice(printed.lastIndexOf('export ')).match(/^(?:npm|curl|[A-Z]+=).*$/gm) ?? [];
      const pasted = lines.map((line) => line.replace('npm run -s tributary --', `node '${MAIN}'`));
      const shell = { env: { ...childEnvironment(), ...environment } };
      const { stdout } = await promisify(execFile)('sh', ['-ec', pasted.join('\n')], shell);
      const [added, synced, accounts = '', payment = '', removed] = stdout.trim().split('\n');
      expect([added, synced, removed]).toEqual([
        'Added stand-in-fineract. Now: node dist/cli/main.js loan-systems sync stand-in-fineract',
        // The start beside it may have been first: then less is left to read, and the accounts below are there all the same.
        expect.stringMatching(/[0-3] loans looked at, [0-3] read .* 0 failed/),
        'Removed stand-in-fineract.',
      ]);
      const states = JSON.parse(accounts).items.map(({ status_code }: { status_code: string }) => status_code);
      expect(states.sort()).toEqual(['active', 'delinquent', 'paid_in_full']);
      expect(JSON.parse(payment)).toMatchObject({ status: 'posted', amount_cents: 12_500 });
    } finally {
      await shown.close();
    }
  });

  it('npm run tributary › what the testing guide says of a clock, pasted into a shell, makes an organization and a key for it', async () => {
    const guide = await readFile('docs/guides/testing.md', 'utf8');
    const [, pasted = ''] = /```sh command-line\n([\s\S]*?)```/.exec(guide) ?? [];
    const shell = { env: { ...childEnvironment(), ...environment } };
    const { stdout } = await promisify(execFile)('bash', ['-ec', `${pasted}\necho $TRIBUTARY_KEY`], shell);
    const plaintext = stdout.trim();
    const api = await Api.exchange(demo.addresses.base_url, { prefix: plaintext.slice(0, 8), plaintext });
    expect((await api.get('/v1/test-clock')).json.status).toBe('resting');
  });

  it('operators token › the running start accepts the token, whatever PORT the command itself was given', async () => {
    const asked = async (changed: Readonly<Record<string, string>>) => {
      const { token } = await host.answerOf(['operators', 'token', '--role', 'viewer'], { ...environment, ...changed });
      return (await graphClient(demo.addresses.graphql_url, token)('{ __typename }')).status;
    };
    expect(await asked({ PORT: '4999' })).toBe(200);
    expect(await asked({ PUBLIC_URL: 'https://elsewhere.test' })).toBe(401);
  });

  it('keys › without --json they answer in words, and a secret once', async () => {
    const { organizations } = await demo.credentials();
    const made = await command(
      ['keys', 'create', '--organization', organizations[0].id, '--name', 'till'],
      environment,
    );
    const [plaintext = ''] = made.stdout.split('\n');
    expect([made.code, plaintext]).toEqual([0, expect.stringMatching(/^.{8}_.{40,}$/)]);
    const listed = await host.run(['keys', 'list'], environment);
    expect(listed.stdout).toContain(plaintext.slice(0, 8));
    expect(listed.stdout).not.toContain(plaintext);
  });
});
