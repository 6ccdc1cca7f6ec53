import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.js';
import { addDays } from '../../../core/dates.js';
import { findEmbeddedDatabase } from '../../../core/db/embedded/embedded-database.js';
import { newId } from '../../../core/ids.js';
import { servicingDate } from '../../../core/servicing-day.js';
import type { Environment } from '../../support/command.js';
import { type CommandHost, openCommandHost } from '../../support/command-host.js';
import { everyCommand } from '../../support/command-tree.js';
import { type DemoStart, openDemoStart } from '../../support/demo-start.js';
import { graphClient } from '../../support/graph.js';
import { populateDifference } from '../../support/populated-difference.js';
import { boardingOf } from '../../support/populated-ledger.js';
import { openStandIn, type RemoteStandIn, systemTerms } from '../../support/remote-stand-ins.js';

/* Every command that answers, by its words, beside a running start on demo data and the embedded Postgres. */

let demo: DemoStart;
let folder: string;
let environment: Environment;
let standIn: RemoteStandIn;
let host: CommandHost;

beforeAll(async () => {
  host = openCommandHost();
  standIn = await openStandIn('fineract', false);
  standIn.makeLoan(100_000);
  demo = await openDemoStart({ LOAN_SYSTEM_TIMEOUT_MS: '2000', ...standIn.environment });
  ({ folder, environment } = demo);
}, 300_000);

afterAll(async () => {
  await host.close();
  await demo.close();
  await standIn.close();
});

const answerOf: CommandHost['answerOf'] = (words, own) => host.answerOf(words, own);

const addedSystem = async (code: string, organizationId: string): Promise<string> =>
  (await answerOf(['loan-systems', 'add', ...systemTerms(standIn, code, organizationId)], environment)).code;

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
  const { operator_token } = await demo.credentials();
  const ask = graphClient(demo.addresses.graphql_url, operator_token);
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
  const [id, { organizations }] = [newId(), await demo.credentials()];
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
  const { organizations } = await demo.credentials();
  const organizationId = organizations[0].id;
  const accountId = await openLoan(`TIE-${kind}`, organizationId);
  const { json } = await (await demo.api('full')).record(accountId, { amount_cents: 1_000 });
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

/** A new one, whose clock rests. */
async function sandboxOrganization(): Promise<string> {
  const words = ['organizations', 'create', '--display-name', 'Try', '--legal-name', 'Try LLC', '--sandbox'];
  return (await answerOf(words, environment)).id;
}

/** Steps that come after the first one want what that has printed. */
async function ownSettings(name: string): Promise<Environment> {
  if (/(?:promote|retire)-token-key$/.test(name)) return answerOf(['secrets', 'rotate-token-key'], environment);
  if (/(?:promote|retire)-data-key$/.test(name)) return answerOf(['secrets', 'rotate-data-key'], environment);
  return name.endsWith('retire-part-key') ? answerOf(['secrets', 'rotate-part-key', 'rest'], environment) : {};
}

const RUNS_ON = ['start', 'serve', 'listen'];
const ANSWERING = (await everyCommand()).filter(({ words: [first = ''] }) => !RUNS_ON.includes(first));

describe('every command --json', { timeout: 60_000 }, () => {
  it.each(ANSWERING)(
    '$name answers exactly one JSON document on standard output, beside a running start',
    async ({ name, words }) => {
      const { organizations } = await demo.credentials();
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
        'sandbox year': async () => ['--days', '1'],
        'sandbox accounts': async () => ['--organization', await sandboxOrganization()],
        'organizations list': async () => [],
        'organizations update': async () => [
          (await answerOf(['organizations', 'create', '--display-name', 'Fir', '--legal-name', 'Fir LLC'], environment))
            .id,
          '--active',
          'false',
        ],
        'organizations add-workspace': async () => [organizations[0].id, '--name', 'Collections'],
        'loan-systems add': async () => systemTerms(standIn, 'added', organizations[0].id),
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
      const { code, stdout } = await host.run([...words, ...given, '--json'], settings);
      expect(code).toBe(0);
      expect(typeof JSON.parse(stdout)).toBe('object');
    },
  );
});
