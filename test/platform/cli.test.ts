import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/program.js';
import { READ_SCOPES, SCOPES } from '../../core/auth/scopes.js';
import { systemClock } from '../../core/clock.js';
import { requiredSecrets } from '../../core/config/process-use.js';
import { addDays } from '../../core/dates.js';
import { findEmbeddedDatabase } from '../../core/db/embedded/embedded-database.js';
import { isAlive, livePostmaster } from '../../core/db/embedded/postmaster.js';
import { newId } from '../../core/ids.js';
import { servicingDate } from '../../core/servicing-day.js';
import { linesFor } from '../stand-in/lines.js';
import { Api, send } from '../support/api.js';
import { childEnvironment } from '../support/child-environment.js';
import { command } from '../support/command.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import { freePort } from '../support/free-ports.js';
import { graphClient } from '../support/graph.js';
import { populateDifference } from '../support/populated-difference.js';
import { boardingOf } from '../support/populated-ledger.js';
import { Product } from '../support/process.js';
import { openStandIn, type RemoteStandIn } from '../support/remote-stand-ins.js';

/** A data folder of its own, with the embedded Postgres and demo data: one start of the product after the other lives in it. */
let folder: string;
let environment: Readonly<Record<string, string>>;
let product: Product;
let standIn: RemoteStandIn;
/** For what comes before the command that is tried: that one has a process of its own. */
let host: CommandHost;
let addresses: { readonly base_url: string; readonly graphql_url: string; readonly secure_url: string };

beforeAll(async () => {
  host = openCommandHost();
  folder = await mkdtemp(join(tmpdir(), 'tributary-cli-'));
  standIn = await openStandIn('fineract', false);
  standIn.makeLoan(100_000);
  await chmod(folder, 0o755); // as root, the database runs as another user
  environment = {
    TRIBUTARY_DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
    PORT: '0',
    GRAPHQL_PORT: '0',
    SECURE_PORT: '0',
    LOAN_SYSTEM_TIMEOUT_MS: '2000',
    ...standIn.environment,
  };
  product = new Product({ command: ['start', '--json'], environment });
  await start();
}, 240_000);

afterAll(async () => {
  await host.close();
  await product.kill('SIGTERM');
  await standIn.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  addresses = JSON.parse(await product.startAndReadLine());
}

const answerOf: CommandHost['answerOf'] = (words, own) => host.answerOf(words, own);

/** What adds the stand-in under a code. */
const addition = (code: string, organizationId: string): readonly string[] => [
  ...['--code', code, '--kind', standIn.kind, '--base-url', standIn.baseUrl, '--organization', organizationId],
  ...Object.entries(standIn.settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
  ...Object.entries(standIn.secretEnv).flatMap(([name, variable]) => ['--secret', `${name}-env=${variable}`]),
];
const addedSystem = async (code: string, organizationId: string): Promise<string> =>
  (await answerOf(['loan-systems', 'add', ...addition(code, organizationId)], environment)).code;

const DAY_MS = 86_400_000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** What makes a product under a code. */
const productTerms = (code: string, organizationId: string): readonly string[] => [
  ...['--organization', organizationId, '--code', code, '--name', `Loans ${code}`, '--late-fee-cents', '2500'],
];
function endpointTerms(organizationId: string): readonly string[] {
  return ['https://receiver.invalid/hook', '--types', 'payment.*', '--organization', organizationId];
}

/** Nothing is sent there: its name resolves to nothing. */
async function endpoint(organizationId: string): Promise<string> {
  return (await answerOf(['webhook-endpoints', 'create', ...endpointTerms(organizationId)], environment)).id;
}

const addedProduct = async (code: string, organizationId: string): Promise<string> =>
  (await answerOf(['ledger', 'products', 'add', ...productTerms(code, organizationId)], environment)).id;

/** What books a loan under a number. */
const loanTerms = (number: string, organizationId: string): readonly string[] => [
  ...['--organization', organizationId, '--loan-number', number, '--borrower', 'Ada Archer'],
  ...['--originated-on', dayFromNow(-5), '--first-due-on', dayFromNow(25)],
  ...['--principal-cents', '1000000', '--annual-rate', '14.99', '--term-months', '24'],
];
const bookedLoan = async (number: string, organizationId: string): Promise<string> =>
  (await answerOf(['ledger', 'book', ...loanTerms(number, organizationId)], environment)).id;

/** One that is paid out, and then whatever else is done to it: each a command with its options. */
const openLoan = async (number: string, organizationId: string, ...acts: (readonly string[])[]): Promise<string> => {
  const account = await bookedLoan(number, organizationId);
  for (const [act = '', ...options] of [['disburse'], ...acts]) {
    await answerOf(['ledger', act, account, ...options], environment);
  }
  return account;
};

/** One that the demo's SendGrid runs. */
const demoCampaign = async (): Promise<{ readonly campaign: string; readonly organization: string }> => {
  const { operator_token } = await credentials();
  const ask = graphClient(addresses.graphql_url, operator_token);
  const { items } = (await ask('{ campaigns { items { id organizationId provider } } }')).json.data.campaigns;
  const found = items.find(({ provider }: { provider: string }) => provider === 'sendgrid');
  return { campaign: found.id, organization: found.organizationId };
};

/** A made-up portfolio in a file. */
const portfolioFile = async (name: string): Promise<string> => {
  const options = ['--loans', '3', '--transactions', '2', '--out', join(folder, name)];
  return (await answerOf(['ledger', 'sample-portfolio', ...options], environment)).file;
};

/** One that has arrived, and that no worker knows of. */
const openBoarding = async (organizationId: string): Promise<string> => {
  const embedded = await findEmbeddedDatabase(folder);
  const client = new pg.Client(embedded?.ownerUrl);
  await client.connect();
  try {
    return await boardingOf(client, { organizationId }, 'received');
  } finally {
    await client.end();
  }
};

/** One that a bank has opened, of a charge that nobody here has made. */
const dispute = async (organizationId: string): Promise<string> => {
  const id = newId();
  await inDatabase(
    `insert into dispute (id, organization_id, processor, external_id, charge_external_id, amount_cents, reason, status,
       is_withdrawn, opened_at) values ($1, $2, 'sandbox', $1, 'ch_1', 100, 'fraudulent', 'needs_response', true, now())`,
    [id, organizationId],
  );
  return id;
};

const difference = async (): Promise<string> => {
  const [id, { organizations }] = [newId(), await credentials()];
  await inDatabase(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail)
     values ($1, $2, 'tie_out_posting_missing', 'ledger:' || $1, '{}')`,
    [id, organizations[0].id],
  );
  await inDatabase(
    `insert into tie_out_difference (id, organization_id, subject, kind, reference, ours, first_day, last_day, look_id)
     values ($1, $2, 'ledger', 'posting_missing', $1, '{"amount_cents": 100}', '2026-01-15', '2026-01-15', $1)`,
    [id, organizations[0].id],
  );
  return id;
};

/** Of a payment on the ledger. */
const differenceOf = async (kind: string): Promise<string> => {
  const { organizations } = await credentials();
  const organizationId = organizations[0].id;
  const accountId = await openLoan(`TIE-${kind}`, organizationId);
  const { json } = await (await apiOf('full')).record(accountId, { amount_cents: 1_000 });
  const about = { organizationId, accountId, kind, reference: json.payment_id };
  const { id } = await populateDifference({ query: (text, values) => inDatabase(text, values) }, about);
  return id;
};

const soon = () => addDays(servicingDate(systemClock.now()), 7);

const processorEvent = async (): Promise<string> => {
  const id = newId();
  await inDatabase(
    `insert into processor_event (id, processor, external_id, type, about_kind, about_id, source, status)
     values ($1, 'sandbox', $1, 'charge.refunded', 'charge', 'ch_1', 'told', 'done')`,
    [id],
  );
  return id;
};

const inDatabase = async (text: string, values: readonly string[]): Promise<void> => {
  const client = new pg.Client((await findEmbeddedDatabase(folder))?.ownerUrl);
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
};

const database = () => livePostmaster(join(folder, 'postgres'));
const credentials = async () => JSON.parse(await readFile(join(folder, 'demo-credentials.json'), 'utf8'));
const apiOf = async (name: string): Promise<Api> => {
  const { prefix, key } = (await credentials()).keys.find((candidate: { name: string }) => candidate.name === name);
  return Api.exchange(addresses.base_url, { prefix, plaintext: key });
};

/** `keys create`, `serve subgraph`, …: every command that does something, by its words. */
function leaves(of: Command, words: readonly string[] = []): readonly Leaf[] {
  if (of.commands.length === 0) return [{ name: words.join(' '), words, help: of.helpInformation() }];
  return of.commands.flatMap((sub) => leaves(sub, [...words, sub.name()]));
}
interface Leaf {
  readonly name: string;
  readonly words: readonly string[];
  readonly help: string;
}
/** A new one, whose clock rests. */
async function sandboxOrganization(): Promise<string> {
  const words = ['organizations', 'create', '--display-name', 'Try', '--legal-name', 'Try LLC', '--sandbox'];
  return (await answerOf(words, environment)).id;
}

const COMMANDS = leaves(createProgram());
const RUNS_ON = ['start', 'serve', 'listen'];
/** These have a process of their own; the others answer in one that stays, to the byte what they would write: a start each is minutes. */
const FIRST_OF_THEIR_GROUP: ReadonlySet<string> = new Set([
  ...new Map([...COMMANDS].reverse().map(({ words, name }) => [words[0], name])).values(),
]);

describe('every command', { timeout: 180_000 }, () => {
  it.each(COMMANDS)('$name explains itself', ({ words, help }) => {
    expect(help).toContain(`Usage: tributary ${words.join(' ')}`);
    expect(help).toMatch(/-h, --help/);
    if (words[0] !== 'serve') expect(help).toMatch(/ --json /);
  });

  it.each([[], ['keys'], ['keys', 'create'], ['serve', 'subgraph']])(
    '%s %s --help: on standard output, code 0',
    async (...words) => {
      const { code, stdout, stderr } = await command([...words, '--help'], {});
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain(['Usage: tributary', ...words].join(' '));
    },
  );

  /** Steps that come after the first one want what that has printed. */
  const ownSettings = async (name: string): Promise<Readonly<Record<string, string>>> => {
    if (/(?:promote|retire)-token-key$/.test(name)) return answerOf(['secrets', 'rotate-token-key'], environment);
    if (/(?:promote|retire)-data-key$/.test(name)) return answerOf(['secrets', 'rotate-data-key'], environment);
    return name.endsWith('retire-part-key') ? answerOf(['secrets', 'rotate-part-key', 'rest'], environment) : {};
  };

  const answering = COMMANDS.filter(({ words: [first = ''] }) => !RUNS_ON.includes(first));
  it.each(answering)(
    '$name --json answers exactly one JSON document on standard output, beside a running start',
    async ({ name, words }) => {
      const { organizations } = await credentials();
      const create = ['--organization', organizations[0].id];
      const operands: Readonly<Record<string, () => Promise<readonly string[]>>> = {
        migrate: async () => [],
        'keys create': async () => [...create, organizations[1].id, '--scope', 'accounts:read'],
        'keys list': async () => [],
        'keys revoke': async () => [(await answerOf(['keys', 'create', ...create], environment)).prefix],
        'keys rotate': async () => [(await answerOf(['keys', 'create', ...create], environment)).prefix],
        'operators token': async () => ['--role', 'viewer'],
        'operators list': async () => [],
        'operators revoke': async () => [(await answerOf(['operators', 'token', '--role', 'viewer'], environment)).id],
        'secrets generate': async () => [],
        'secrets rotate-token-key': async () => [],
        'secrets promote-token-key': async () => [],
        'secrets retire-token-key': async () => [],
        'secrets rotate-part-key': async () => ['rest'],
        'secrets retire-part-key': async () => ['rest'],
        'secrets rotate-data-key': async () => [],
        'secrets promote-data-key': async () => [],
        'secrets retire-data-key': async () => [],
        'secrets reseal': async () => [],
        trigger: async () => ['--list'],
        'events list': async () => ['--type', 'payment.*', ...create],
        'webhook-endpoints create': async () => endpointTerms(organizations[0].id),
        'webhook-endpoints list': async () => [],
        'webhook-endpoints attempts': async () => [await endpoint(organizations[0].id)],
        'webhook-endpoints resend': async () => [await endpoint(organizations[0].id), '--from', '2026-01-31T00:00:00Z'],
        'webhook-endpoints enable': async () => [await endpoint(organizations[0].id)],
        'webhook-endpoints disable': async () => [await endpoint(organizations[0].id)],
        'webhook-endpoints delete': async () => [await endpoint(organizations[0].id)],
        'webhook-endpoints rotate-secret': async () => [await endpoint(organizations[0].id)],
        'webhook-endpoints test': async () => [await endpoint(organizations[0].id)],
        'disputes list': async () => create,
        'disputes show': async () => [await dispute(organizations[0].id)],
        'processor-events list': async () => ['--status', 'received'],
        'processor-events replay': async () => [await processorEvent()],
        'audit verify': async () => [],
        'tie-out run': async () => [],
        'tie-out list': async () => [],
        'tie-out show': async () => ['2026-01-15'],
        'tie-out verify': async () => [],
        'tie-out differences': async () => ['--status', 'all'],
        'tie-out post': async () => [await differenceOf('posting_missing'), '--reason', 'lost in a restore'],
        'tie-out reverse': async () => [await differenceOf('reversed_there'), '--reason', 'bounced at the branch'],
        'tie-out resolve': async () => [await difference(), '--reason', 'booked by hand'],
        'tie-out wait': async () => [await difference(), '--until', soon(), '--reason', 'the processor answers then'],
        'tie-out export': async () => ['2026-01-15', '--out', join(folder, 'tie-out.pdf')],
        'organizations create': async () => ['--display-name', 'Cedar', '--legal-name', 'Cedar Finance LLC'],
        'test-clock show': async () => ['--organization', await sandboxOrganization()],
        'test-clock stop': async () => ['--organization', await sandboxOrganization()],
        'test-clock advance': async () => ['--organization', await sandboxOrganization(), '--days', '2'],
        'sandbox year': async () => [],
        'sandbox accounts': async () => ['--organization', await sandboxOrganization()],
        'organizations list': async () => [],
        'organizations update': async () => [
          (await answerOf(['organizations', 'create', '--display-name', 'Fir', '--legal-name', 'Fir LLC'], environment))
            .id,
          '--active',
          'false',
        ],
        'organizations add-workspace': async () => [organizations[0].id, '--name', 'Collections'],
        'loan-systems add': async () => addition('added', organizations[0].id),
        'loan-systems list': async () => [],
        'loan-systems sync': async () => [await addedSystem('synced', organizations[0].id)],
        'loan-systems remove': async () => [await addedSystem('removed', organizations[0].id)],
        'campaign-events failed': async () => [],
        'campaign-events replay': async () => ['--all'],
        'campaign-events addresses create': async () => [...create, '--provider', 'generic', '--name', 'Reminders'],
        'campaign-events addresses list': async () => [],
        'campaign-events addresses end': async () => {
          const words = ['campaign-events', 'addresses', 'create', ...create, '--provider', 'postmark', '--name', 'n'];
          return [(await answerOf(words, environment)).id];
        },
        'campaign-events approve': async () => {
          const { campaign, organization } = await demoCampaign();
          return [`demo-${campaign}`, '--organization', organization, '--provider', 'sendgrid'];
        },
        'persons erase': async () => ['--email', 'ada@example.com', ...create, '--dry-run'],
        'jobs failed': async () => [],
        'jobs retry': async () => ['--all'],
        'ledger products add': async () => productTerms('added', organizations[0].id),
        'ledger products list': async () => ['--organization', organizations[0].id],
        'ledger products show': async () => [await addedProduct('shown', organizations[0].id)],
        'ledger products revise': async () => [
          await addedProduct('revised', organizations[0].id),
          ...['--late-fee-cents', '3000', '--charge-off-at-days', 'never'],
        ],
        'ledger sample-portfolio': async () => ['--loans', '3', '--out', join(folder, 'sample.csv')],
        'ledger board': async () => [await portfolioFile('board.csv'), ...create],
        'ledger boarding': async () => {
          const words = ['ledger', 'board', await portfolioFile('boarding.csv'), '--organization', organizations[1].id];
          return [(await answerOf(words, environment)).id];
        },
        'ledger abandon-boarding': async () => [await openBoarding(organizations[0].id)],
        'ledger book': async () => loanTerms('booked', organizations[0].id),
        'ledger disburse': async () => [await bookedLoan('disbursed', organizations[0].id)],
        'ledger waive': async () => [
          await openLoan('waived', organizations[0].id, ['adjust', '--fees-cents', '500', '--reason', 'courier']),
          ...['--component', 'fees', '--amount-cents', '300', '--reason', 'goodwill'],
        ],
        'ledger adjust': async () => [
          await openLoan('adjusted', organizations[0].id),
          ...['--principal-cents', '-100', '--fees-cents', '500', '--reason', 'taken over wrongly'],
        ],
        'ledger charge-off': async () => [await openLoan('charged-off', organizations[0].id), '--reason', 'bankruptcy'],
        'ledger undo-charge-off': async () => [
          await openLoan('undone', organizations[0].id, ['charge-off', '--reason', 'mixed up']),
          ...['--reason', 'it was another loan'],
        ],
        'ledger close': async () => [await bookedLoan('closed', organizations[0].id)],
        'ledger payoff': async () => [await openLoan('paid-off', organizations[0].id), '--on', dayFromNow(7)],
        'ledger payoff-letter': async () => [
          await openLoan('paid-off-by-letter', organizations[0].id),
          ...['--out', join(folder, 'payoff.pdf')],
        ],
        'ledger journal': async () => ['--account', await openLoan('in-the-journal', organizations[0].id)],
        'ledger general-ledger': async () => ['--from', dayFromNow(-7), '--to', dayFromNow(0), ...create],
        'payments batch': async () => {
          const file = join(folder, 'lockbox.csv');
          const row = ['one', await openLoan('paid-by-batch', organizations[0].id), '12500', 'cash'];
          await writeFile(file, `idempotency_key,account_id,amount_cents,payment_method\n${row.join(',')}\n`);
          return [file, ...create];
        },
        'demo seed': async () => [],
        'supergraph print': async () => [],
      };
      const given = await operands[name]?.();
      if (given === undefined) throw new Error(`${name} has no operands in this test's table`);
      const settings = { ...environment, ...(await ownSettings(name)) };
      if (!FIRST_OF_THEIR_GROUP.has(name)) {
        expect(typeof (await answerOf([...words, ...given], settings))).toBe('object');
        return;
      }
      const { code, stdout } = await command([...words, ...given, '--json'], settings);
      expect(code).toBe(0);
      expect(typeof JSON.parse(stdout)).toBe('object');
    },
  );

  it('a loan system is added, synced, listed and removed; what is wrong is said at once', async () => {
    const { organizations } = await credentials();
    const organizationId = organizations[0].id;
    const wrong = await command(
      ['loan-systems', 'add', '--code', '1', '--kind', 'fineract', '--base-url', 'x', '--organization', 'y'],
      environment,
    );
    expect([wrong.code, wrong.stdout]).toEqual([1, '']);
    for (const said of [/a code is a letter/, /base URL/, /named by its id/]) expect(wrong.stderr).toMatch(said);
    const unset = [...addition('unset', organizationId).slice(0, -2), '--secret', 'password-env=FINERACT_NOT_SET'];
    const poor = await command(['loan-systems', 'add', ...unset], environment);
    expect([poor.code, poor.stderr]).toEqual([1, 'tributary: the environment variable FINERACT_NOT_SET is not set\n']);

    await addedSystem('core', organizationId);
    const again = await command(['loan-systems', 'add', ...addition('core', organizationId)], environment);
    expect([again.code, again.stderr]).toEqual([
      1,
      'tributary: there is a loan system core already; remove it first to change it\n',
    ]);
    const synced = await command(['loan-systems', 'sync', 'core', '--json'], environment);
    const { mode, loans_read: loansRead, ...pass } = JSON.parse(synced.stdout);
    expect(pass).toMatchObject({ outcome: 'finished', loans_failed: 0 });
    // The start beside it may have been first: then nothing is left to read.
    expect(['full 1', 'incremental 0']).toContain(`${mode} ${loansRead}`);
    expect(synced.stderr).toMatch(new RegExp(`${mode} sync: [01] loans looked at, ${loansRead} read`));
    const [secret = ''] = Object.keys(standIn.environment);
    const without = await command(['loan-systems', 'sync', 'core'], { ...environment, [secret]: '' });
    expect([without.code, without.stderr]).toEqual([1, expect.stringMatching(/core cannot be set up here; .*not set/)]);
    const { loan_systems } = await answerOf(['loan-systems', 'list'], environment);
    const listed = loan_systems.find(({ code }: { code: string }) => code === 'core');
    expect(listed).toMatchObject({
      kind: 'fineract',
      accounts: 1,
      not_told: ['co_borrowers'],
      sync: { loans_failed: 0 },
    });
    expect(JSON.stringify(listed)).not.toContain(Object.values(standIn.environment)[0]);
    const held = await command(['loan-systems', 'remove', 'core'], environment);
    expect([held.code, held.stderr]).toEqual([
      1,
      'tributary: core holds 1 accounts: they would take no payments (--force does it)\n',
    ]);
    expect(await answerOf(['loan-systems', 'remove', 'core', '--force'], environment)).toMatchObject({
      is_active: false,
    });
    expect((await command(['loan-systems', 'sync', 'core'], environment)).code).toBe(1);
  });

  it('what a stand-in prints, pasted into a shell, adds it, brings its loans, pays one and removes it', async () => {
    const shown = await openStandIn('fineract', false);
    try {
      const printed = linesFor(shown, shown.lendExamples(), await credentials());
      const pasted = printed.slice(printed.lastIndexOf('export ')).match(/^(?:npm|curl|[A-Z]+=).*$/gm) ?? [];
      const shell = { env: { ...childEnvironment(), ...environment } };
      const { stdout } = await promisify(execFile)('sh', ['-ec', pasted.join('\n')], shell);
      const [added, synced, accounts = '', payment = '', removed] = stdout.trim().split('\n');
      expect([added, synced, removed]).toEqual([
        'Added stand-in-fineract. Now: npm run -s tributary -- loan-systems sync stand-in-fineract',
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

  it('what the guide says of a clock of one’s own, pasted into a shell, makes an organization and a key for it', async () => {
    const guide = await readFile('docs/guides/testing.md', 'utf8');
    const [, pasted = ''] = /```sh command-line\n([\s\S]*?)```/.exec(guide) ?? [];
    const shell = { env: { ...childEnvironment(), ...environment } };
    const { stdout } = await promisify(execFile)('bash', ['-ec', `${pasted}\necho $TRIBUTARY_KEY`], shell);
    const plaintext = stdout.trim();
    const api = await Api.exchange(addresses.base_url, { prefix: plaintext.slice(0, 8), plaintext });
    expect((await api.get('/v1/test-clock')).json.status).toBe('resting');
  });

  it('an operator’s token is taken by the running start, whatever PORT the command itself was given', async () => {
    const asked = async (changed: Readonly<Record<string, string>>) => {
      const { token } = await answerOf(['operators', 'token', '--role', 'viewer'], { ...environment, ...changed });
      return (await graphClient(addresses.graphql_url, token)('{ __typename }')).status;
    };
    expect(await asked({ PORT: '4999' })).toBe(200);
    expect(await asked({ PUBLIC_URL: 'https://elsewhere.test' })).toBe(401);
  });

  it('without --json they answer in words, and a secret once', async () => {
    const { organizations } = await credentials();
    const made = await command(
      ['keys', 'create', '--organization', organizations[0].id, '--name', 'till'],
      environment,
    );
    const [plaintext = ''] = made.stdout.split('\n');
    expect([made.code, plaintext]).toEqual([0, expect.stringMatching(/^.{8}_.{40,}$/)]);
    const listed = await command(['keys', 'list'], environment);
    expect(listed.stdout).toContain(plaintext.slice(0, 8));
    expect(listed.stdout).not.toContain(plaintext);
  });
});

describe('exit codes', { timeout: 60_000 }, () => {
  it.each<[what: string, words: readonly string[], code: number, says: RegExp]>([
    ['a command that nobody knows', ['nothing'], 2, /unknown command/],
    ['an option that nobody knows', ['keys', 'list', '--nothing'], 2, /unknown option/],
    ['an option that is needed', ['keys', 'create'], 2, /--organization/],
    ['an argument that is needed', ['keys', 'revoke'], 2, /prefix/],
    ['nothing to retry', ['jobs', 'retry'], 2, /name the jobs to retry, or give --all/],
    ['a job that did not fail', ['jobs', 'retry', '999999999'], 1, /no failed job has the id 999999999/],
    ['nothing to replay', ['campaign-events', 'replay'], 2, /name the events to replay, or give --all/],
    [
      'a token that would last too long, and reach nobody',
      ['operators', 'token', '--role', 'admin', '--ttl', '86401', '--organization', 'X'],
      1,
      /86400 seconds at most.*no organization X/,
    ],
    ['a role that nobody knows', ['operators', 'token', '--role', 'king'], 2, /viewer, operator, admin/],
    ['a subgraph that nobody knows', ['serve', 'subgraph', 'nothing'], 2, /servicing, payments/],
    ['a scope that nobody knows', ['keys', 'create', '--organization', 'X', '--scope', 'all'], 2, /accounts:read/],
    ['an event that was not set aside', ['campaign-events', 'replay', 'NOPE'], 1, /no event was set aside as NOPE/],
    ['the second step of a rotation before the first', ['secrets', 'promote-token-key'], 1, /rotate-token-key/],
    ['a key that is not there to be rotated', ['keys', 'rotate', 'NOBODY00', '--json'], 1, /no key with the prefix/],
    ['a key that is not there', ['keys', 'revoke', 'NOBODY00', '--json'], 1, /no key with the prefix NOBODY00/],
    [
      'a key that cannot be: every reason at once',
      ['keys', 'create', '--organization', 'X', '--expires-at', '2020-01-01T00:00:00Z', '--json'],
      1,
      /no organization X; .*not in the future/,
    ],
  ])('%s', async (_, words, code, says) => {
    const ended = await command(words, environment);
    const document = words.includes('--json') ? { error: expect.stringMatching(says), exit_code: code } : undefined;
    expect([ended.code, ended.stdout === '' ? undefined : JSON.parse(ended.stdout)]).toEqual([code, document]);
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toMatch(/\n {4}at /);
  });

  it('1 for a bad environment: every bad variable is named at once, and no value is shown', async () => {
    const bad = {
      PORT: 'harbour',
      LOG_LEVEL: 'deafening',
      DATABASE_URL: 'mysql://u:secret@x/y',
      RATE_LIMIT_API_BURST: '-7',
    };
    for (const words of [['start'], ['keys', 'list', '--json']]) {
      const { code, stderr } = await command(words, { ...environment, ...bad });
      expect(code).toBe(1);
      for (const [name, value] of Object.entries(bad)) {
        expect(stderr).toContain(`${name}:`);
        expect(stderr).not.toContain(value);
      }
    }
  });

  it('1 for production on the defaults of development: what is missing is named at once', async () => {
    const { code, stderr } = await command(['start'], { ...environment, NODE_ENV: 'production' });
    expect(code).toBe(1);
    for (const name of ['DATABASE_URL', ...requiredSecrets({ tokens: 'issues', captures: true })])
      expect(stderr).toContain(name);
  });

  it('1, in one line, when the database cannot be reached', async () => {
    const unreachable = { ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const { code, stderr } = await command(['keys', 'list'], unreachable);
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  });
});

/** The sandbox accounts that are promised to integrators; there may be further ones. */
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
  it('is for its owner only, and holds every field that integrators start from', async () => {
    const path = join(folder, 'demo-credentials.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const file = await credentials();
    expect(file).toMatchObject({
      ...addresses,
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

  it('its keys do what they say', async () => {
    const { organizations } = await credentials();
    const listed = async (name: string) => (await (await apiOf(name)).get('/v1/organizations')).json.items;
    expect(await listed('full')).toHaveLength(2);
    expect((await listed('other')).map(({ id }: { id: string }) => id)).toEqual([organizations[2].id]);
    expect((await (await apiOf('legacy')).get('/v1/organizations')).status).toBe(403);
  });
});

describe('tributary start, one after the other in one data folder', { timeout: 120_000 }, () => {
  it('a second one beside the first says so and ends with 1; the first goes on', async () => {
    const { code, stderr } = await command(['start', '--json'], environment);
    expect(code).toBe(1);
    expect(stderr).toContain(`another Tributary is already running in ${folder}`);
    expect((await send(`${addresses.base_url}/readyz`)).status).toBe(200);
  });

  it('SIGTERM: what is in flight is finished, nothing new is taken, it ends with 0 and leaves no process', async () => {
    const api = await apiOf('full');
    const { sandbox_accounts } = await credentials();
    const account = sandbox_accounts['SBX-HANGS'];
    const inFlight = api.record(account, { amount_cents: 123 });
    const posting = async () =>
      (await api.get(`/v1/accounts/${account}/payments?limit=1`)).json.items?.[0]?.status === 'pending';
    while (!(await posting())) await new Promise((resolve) => setTimeout(resolve, 20));

    const postmaster = await database();
    const ended = product.kill('SIGTERM');
    const answer = await inFlight;
    expect([answer.status, answer.json.status]).toEqual([202, 'pending_confirmation']);
    expect(await ended).toBe(0);
    await expect(send(`${addresses.base_url}/healthz`)).rejects.toThrow();
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
        const { code, stdout, stderr } = await command(['start'], { ...environment, [variable]: String(port) });
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
    expect((await answerOf(['keys', 'list'], environment)).keys.length).toBeGreaterThanOrEqual(4);
    expect(await database()).toBeUndefined();
  });

  it.each([
    ['keys', 'list'],
    ['keys', 'revoke', 'NOBODY00'],
    ['organizations', 'list'],
  ])('%s %s where no database is says so, and makes none', async (...words) => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'tributary-nothing-'));
    const { code, stdout, stderr } = await command(words, { ...environment, TRIBUTARY_DATA_DIR: elsewhere });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `tributary: there is no database in ${elsewhere}: set DATABASE_URL, or run \`npm start\` there first\n`,
    );
    await expect(stat(join(elsewhere, 'postgres'))).rejects.toThrow(/ENOENT/);
    await rm(elsewhere, { recursive: true });
  });

  it('serve without a database says what it needs, and ends with 1', async () => {
    const { code, stderr } = await command(['serve', 'rest'], environment);
    expect([code, stderr]).toEqual([1, expect.stringContaining('set DATABASE_URL')]);
  });

  it('the next one has everything that the last one had, and settles what it left unsettled', async () => {
    await start();
    const { sandbox_accounts } = await credentials();
    const api = await apiOf('full');
    const [left] = (await api.get(`/v1/accounts/${sandbox_accounts['SBX-HANGS']}/payments?limit=1`)).json.items;
    expect(left.amount_cents).toBe(123);
    await api.settled(left.payment_id, 'posted', 60_000);
  });

  it('after SIGKILL, which leaves the database behind, the next one is up with what was committed', async () => {
    const api = await apiOf('full');
    const { sandbox_accounts } = await credentials();
    const recorded = await api.record(sandbox_accounts['SBX-POSTS'], { amount_cents: 456 });
    expect(recorded.status).toBe(201);
    await product.kill('SIGKILL');
    const orphan = await database();
    expect(orphan).toBeDefined();

    await start();
    expect((await send(`${addresses.base_url}/readyz`)).status).toBe(200);
    const read = await (await apiOf('full')).get(`/v1/payments/${recorded.json.payment_id}`);
    expect([read.status, read.json]).toEqual([200, recorded.json]);
    expect(await product.kill('SIGTERM')).toBe(0);
    expect(await database()).toBeUndefined();
    expect(orphan !== undefined && isAlive(orphan.pid)).toBe(false);
  });

  it('/readyz is 503 until the credentials file is written', async () => {
    const path = join(folder, 'demo-credentials.json');
    const written = await readFile(path);
    // A pipe in its place: whoever reads it waits until somebody writes.
    await rm(path);
    await promisify(execFile)('mkfifo', [path]);
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const held = new Product({ command: ['start', '--json'], environment: { ...environment, PORT: String(port) } });
    const printed = held.startAndReadLine();
    await answering200(`${base}/healthz`);
    expect((await send(`${base}/readyz`)).status).toBe(503);

    await writeFile(path, written);
    await printed;
    expect((await send(`${base}/readyz`)).status).toBe(200);
    expect(await credentials()).toMatchObject({ base_url: base, keys: JSON.parse(String(written)).keys });
    expect(await held.kill('SIGTERM')).toBe(0);
  });
});

async function answering200(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
}
