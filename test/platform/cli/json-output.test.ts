import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../core/ids/ids.js';
import { systemClock } from '../../../core/time/clock.js';
import { addDays } from '../../../core/time/dates.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { LoanSystemStatusPart } from '../../../runtime/parts/loan-system-status-part.js';
import type { Environment } from '../../support/command.js';
import { type CommandHost, openCommandHost } from '../../support/command-host.js';
import { everyCommand } from '../../support/command-tree.js';
import type { Lender } from '../../support/lender.js';
import { populateDifference } from '../../support/populated-difference.js';
import { boardingOf } from '../../support/populated-ledger.js';
import { populateMessaging } from '../../support/populated-messaging.js';
import { openStandIn, type RemoteStandIn, systemTerms } from '../../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../../support/test-instance.js';

/* Runs every command that prints JSON, beside a product on the same database. */

let instance: TestInstance;
let lender: Lender;
let other: Lender;
let folder: string;
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
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  folder = instance.resources.config.dataDir;
  environment = {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'fatal', LOAN_SYSTEM_TIMEOUT_MS: '2000' },
    ...{ DATABASE_URL: instance.databaseUrl, TRIBUTARY_DATA_DIR: folder },
    ...standIn.environment,
  };
}, 120_000);

afterAll(async () => {
  await host?.close();
  await sightings?.stop();
  await instance?.close();
  await standIn?.close();
});

const answerOf: CommandHost['answerOf'] = (words, own) => host.answerOf(words, own);

const addedSystem = async (code: string, organizationId: string): Promise<string> =>
  (await answerOf(['loan-systems', 'add', ...systemTerms(standIn, code, organizationId)], environment)).code;

const DAY_MS = 86_400_000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const ofOther = (): readonly string[] => ['--organization', other.organizationId];

/** A loan system that cannot be searched by reference, of a lender that recovers from a restore. */
const unreadSystem = async (): Promise<string> => {
  await inDatabase('update organization set recovering_since = now() where id = $1', [other.organizationId]);
  await inDatabase(
    `insert into loan_system (code, kind, base_url, organization_id, settings)
     values ('unread', 'mambu', 'https://unread.test/api', $1, '{"adjustment-notes": "dropped"}')`,
    [other.organizationId],
  );
  return 'unread';
};

/** Arguments that create a product with a code. */
const productTerms = (code: string, organizationId: string): readonly string[] => [
  ...['--organization', organizationId, '--code', code, '--name', `Loans ${code}`, '--late-fee-cents', '2500'],
];
function endpointTerms(organizationId: string): readonly string[] {
  return ['https://receiver.invalid/hook', '--types', 'payment.*', '--organization', organizationId];
}

/** Nothing is sent there: its name does not resolve. */
async function endpoint(organizationId: string): Promise<string> {
  return (await answerOf(['webhook-endpoints', 'create', ...endpointTerms(organizationId)], environment)).id;
}

const addedProduct = async (code: string, organizationId: string): Promise<string> =>
  (await answerOf(['ledger', 'products', 'add', ...productTerms(code, organizationId)], environment)).id;

/** Arguments that book a loan with a number. */
const loanTerms = (number: string, organizationId: string): readonly string[] => [
  ...['--organization', organizationId, '--loan-number', number, '--borrower', 'Ada Archer'],
  ...['--originated-on', dayFromNow(-5), '--first-due-on', dayFromNow(25)],
  ...['--principal-cents', '1000000', '--annual-rate', '14.99', '--term-months', '24'],
];
const bookedLoan = async (number: string, organizationId: string): Promise<string> =>
  (await answerOf(['ledger', 'book', ...loanTerms(number, organizationId)], environment)).id;

/** A loan that is paid out, followed by further steps: each a command with its options. */
const openLoan = async (number: string, organizationId: string, ...acts: (readonly string[])[]): Promise<string> => {
  const account = await bookedLoan(number, organizationId);
  for (const [act = '', ...options] of [['disburse'], ...acts]) {
    await answerOf(['ledger', act, account, ...options], environment);
  }
  return account;
};

/** A person who was admitted. */
const admitted = async (): Promise<string> => {
  const terms = ['--name', 'Pat', '--subject', newId(), '--issuer', 'https://id.example', '--role', 'agent'];
  return (await answerOf(['operators', 'add', ...terms], environment)).id;
};

/** A made-up portfolio in a file. */
const portfolioFile = async (name: string): Promise<string> => {
  const options = ['--loans', '3', '--transactions', '2', '--out', join(folder, name)];
  return (await answerOf(['ledger', 'sample-portfolio', ...options], environment)).file;
};

/** A boarding that has arrived and that no worker has started. */
const openBoarding = (organizationId: string): Promise<string> =>
  boardingOf(instance.resources.pool, { organizationId }, 'received');

/** A dispute that a bank opened about a charge that Tributary did not make. */
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
  const id = newId();
  await inDatabase(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail)
     values ($1, $2, 'tie_out_posting_missing', 'ledger:' || $1, '{}')`,
    [id, lender.organizationId],
  );
  await inDatabase(
    `insert into tie_out_difference (id, organization_id, subject, kind, reference, ours, first_day, last_day, look_id)
     values ($1, $2, 'ledger', 'posting_missing', $1, '{"amount_cents": 100}', '2026-01-15', '2026-01-15', $1)`,
    [id, lender.organizationId],
  );
  return id;
};

/** A difference about a payment on the ledger. */
const differenceOf = async (kind: string): Promise<string> => {
  const { organizationId } = lender;
  const accountId = await openLoan(`TIE-${kind}`, organizationId);
  const { json } = await (await lender.api()).record(accountId, { amount_cents: 1_000 });
  const about = { organizationId, accountId, kind, reference: json.payment_id };
  const { id } = await populateDifference({ query: (text, values) => inDatabase(text, values) }, about);
  return id;
};

/** A compared day: only such days can be exported. */
const comparedDay = async (): Promise<string> => {
  await openLoan('TIE-export', lender.organizationId);
  await answerOf(['tie-out', 'run'], environment);
  const { results } = await answerOf(['tie-out', 'list'], environment);
  return results[0].business_day;
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
  await instance.resources.pool.query(text, [...values]);
};

/** A new one, whose clock is not being advanced. */
async function sandboxOrganization(): Promise<string> {
  const words = ['organizations', 'create', '--display-name', 'Try', '--legal-name', 'Try LLC', '--sandbox'];
  return (await answerOf(words, environment)).id;
}

/** Later steps need the settings that the first one printed. */
async function ownSettings(name: string): Promise<Environment> {
  if (/(?:promote|retire)-token-key$/.test(name)) return answerOf(['secrets', 'rotate-token-key'], environment);
  if (/(?:promote|retire)-data-key$/.test(name)) return answerOf(['secrets', 'rotate-data-key'], environment);
  return name.endsWith('retire-part-key') ? answerOf(['secrets', 'rotate-part-key', 'rest'], environment) : {};
}

const RUNS_ON = ['start', 'serve', 'listen'];
const ANSWERING = (await everyCommand()).filter(({ words: [first = ''] }) => !RUNS_ON.includes(first));

it('tie-out export of a day that was never compared writes no file, says so, and exits with 1', async () => {
  const file = join(folder, 'never.csv');
  const { code, stderr } = await host.run(
    ['tie-out', 'export', '2001-01-02', '--format', 'csv', '--out', file],
    environment,
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining('2001-01-02 was not compared, so no file is written')]);
  expect(existsSync(file)).toBe(false);
});

describe('every command --json', () => {
  it.each(ANSWERING)(
    '$name prints exactly one JSON document on standard output, beside a running product',
    async ({ name, words }) => {
      const { organizationId } = lender;
      const create = ['--organization', organizationId];
      const operands: Readonly<Record<string, () => Promise<readonly string[]>>> = {
        migrate: async () => [],
        'keys create': async () => [...create, other.organizationId, '--scope', 'accounts:read'],
        'keys list': async () => [],
        'keys revoke': async () => [(await answerOf(['keys', 'create', ...create], environment)).prefix],
        'keys rotate': async () => [(await answerOf(['keys', 'create', ...create], environment)).prefix],
        'operators token': async () => ['--role', 'viewer'],
        'operators list': async () => [],
        'operators people': async () => [],
        'operators add': async () => ['--name', 'Pat', '--email', `${newId()}@example.com`, '--role', 'agent'],
        'operators change': async () => [await admitted(), '--role-at', `${other.organizationId}=viewer`],
        'operators disable': async () => [await admitted()],
        'operators enable': async () => [await admitted()],
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
        'webhook-endpoints create': async () => endpointTerms(organizationId),
        'webhook-endpoints list': async () => [],
        'webhook-endpoints attempts': async () => [await endpoint(organizationId)],
        'webhook-endpoints resend': async () => [await endpoint(organizationId), '--from', '2026-01-31T00:00:00Z'],
        'webhook-endpoints enable': async () => [await endpoint(organizationId)],
        'webhook-endpoints disable': async () => [await endpoint(organizationId)],
        'webhook-endpoints delete': async () => [await endpoint(organizationId)],
        'webhook-endpoints rotate-secret': async () => [await endpoint(organizationId)],
        'webhook-endpoints test': async () => [await endpoint(organizationId)],
        'disputes list': async () => create,
        'disputes show': async () => [await dispute(organizationId)],
        'processor-events list': async () => ['--status', 'received'],
        'processor-events replay': async () => [await processorEvent()],
        'audit verify': async () => [],
        'stored-texts mask': async () => [],
        'tie-out run': async () => [],
        'tie-out list': async () => [],
        'tie-out show': async () => ['2026-01-15'],
        'tie-out verify': async () => [],
        'tie-out differences': async () => ['--status', 'all'],
        'tie-out post': async () => [await differenceOf('posting_missing'), '--reason', 'lost in a restore'],
        'tie-out reverse': async () => [await differenceOf('reversed_there'), '--reason', 'bounced at the branch'],
        'tie-out resolve': async () => [await difference(), '--reason', 'booked by hand'],
        'tie-out wait': async () => [await difference(), '--until', soon(), '--reason', 'the processor answers then'],
        'tie-out export': async () => [await comparedDay(), '--out', join(folder, 'tie-out.pdf')],
        'organizations create': async () => ['--display-name', 'Cedar', '--legal-name', 'Cedar Finance LLC'],
        'test-clock show': async () => ['--organization', await sandboxOrganization()],
        'test-clock stop': async () => ['--organization', await sandboxOrganization()],
        'test-clock advance': async () => ['--organization', await sandboxOrganization(), '--days', '2'],
        'sandbox accounts': async () => ['--organization', await sandboxOrganization()],
        'organizations list': async () => [],
        'organizations update': async () => [
          (await answerOf(['organizations', 'create', '--display-name', 'Fir', '--legal-name', 'Fir LLC'], environment))
            .id,
          '--active',
          'false',
        ],
        'organizations add-workspace': async () => [organizationId, '--name', 'Collections'],
        'loan-systems add': async () => systemTerms(standIn, 'added', organizationId),
        'loan-systems list': async () => [],
        'loan-systems sync': async () => [await addedSystem('synced', organizationId)],
        'loan-systems remove': async () => [await addedSystem('removed', organizationId)],
        'recovery start': async () => ['--since', new Date(Date.now() - 60_000).toISOString(), ...ofOther()],
        'recovery status': async () => [],
        'recovery confirm-read': async () => [await unreadSystem()],
        'recovery end': async () => ofOther(),
        'campaign-events failed': async () => [],
        'campaign-events replay': async () => ['--all'],
        'campaign-events addresses create': async () => [...create, '--provider', 'generic', '--name', 'Reminders'],
        'campaign-events addresses list': async () => [],
        'campaign-events addresses end': async () => {
          const words = ['campaign-events', 'addresses', 'create', ...create, '--provider', 'postmark', '--name', 'n'];
          return [(await answerOf(words, environment)).id];
        },
        'campaign-events approve': async () => {
          const { campaignId } = await populateMessaging(instance.resources.pool, lender);
          return [campaignId, ...create, '--provider', 'sendgrid'];
        },
        'persons correct': async () => {
          await lender.ledgerAccount();
          return [lender.personId, '--phone', '+1 617 555 0199'];
        },
        'persons erase': async () => ['--email', 'ada@example.com', ...create, '--dry-run'],
        'jobs failed': async () => [],
        'jobs retry': async () => ['--all'],
        'ledger products add': async () => productTerms('added', organizationId),
        'ledger products list': async () => ['--organization', organizationId],
        'ledger products show': async () => [await addedProduct('shown', organizationId)],
        'ledger products revise': async () => [
          await addedProduct('revised', organizationId),
          ...['--late-fee-cents', '3000', '--charge-off-at-days', 'never'],
        ],
        'ledger sample-portfolio': async () => ['--loans', '3', '--out', join(folder, 'sample.csv')],
        'ledger board': async () => [await portfolioFile('board.csv'), ...create],
        'ledger boarding': async () => {
          const words = [
            'ledger',
            'board',
            await portfolioFile('boarding.csv'),
            '--organization',
            other.organizationId,
          ];
          return [(await answerOf(words, environment)).id];
        },
        'ledger abandon-boarding': async () => [await openBoarding(organizationId)],
        'ledger book': async () => loanTerms('booked', organizationId),
        'ledger disburse': async () => [await bookedLoan('disbursed', organizationId)],
        'ledger waive': async () => [
          await openLoan('waived', organizationId, ['adjust', '--fees-cents', '500', '--reason', 'courier']),
          ...['--component', 'fees', '--amount-cents', '300', '--reason', 'goodwill'],
        ],
        'ledger adjust': async () => [
          await openLoan('adjusted', organizationId),
          ...['--principal-cents', '-100', '--fees-cents', '500', '--reason', 'taken over wrongly'],
        ],
        'ledger charge-off': async () => [await openLoan('charged-off', organizationId), '--reason', 'bankruptcy'],
        'ledger undo-charge-off': async () => [
          await openLoan('undone', organizationId, ['charge-off', '--reason', 'mixed up']),
          ...['--reason', 'it was another loan'],
        ],
        'ledger close': async () => [await bookedLoan('closed', organizationId)],
        'ledger payoff': async () => [await openLoan('paid-off', organizationId), '--on', dayFromNow(7)],
        'ledger payoff-letter': async () => [
          await openLoan('paid-off-by-letter', organizationId),
          ...['--out', join(folder, 'payoff.pdf')],
        ],
        'ledger journal': async () => ['--account', await openLoan('in-the-journal', organizationId)],
        'ledger general-ledger': async () => ['--from', dayFromNow(-7), '--to', dayFromNow(0), ...create],
        'payments batch': async () => {
          const file = join(folder, 'lockbox.csv');
          const row = ['one', await openLoan('paid-by-batch', organizationId), '12500', 'cash'];
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

it('webhook-endpoints list --concerns: only endpoints that break a later rule', async () => {
  const { organizationId } = await instance.lender('Alder');
  await endpoint(organizationId);
  const [kept, mixed] = [await endpoint(organizationId), await endpoint(organizationId)];
  const { organizationId: sandbox } = await instance.lender('Trial', { isSandbox: true });
  await inDatabase('update webhook_endpoint set url = $2 where id = $1', [kept, 'https://receiver.invalid:25/']);
  await inDatabase('update webhook_endpoint set organization_ids = organization_ids || $2::text where id = $1', [
    ...[mixed, sandbox],
  ]);
  const list = ['webhook-endpoints', 'list', '--concerns'];
  const { webhook_endpoints: found } = await answerOf(list, environment);
  expect(found.map(({ id, concerns }: { id: string; concerns: string[] }) => [id, concerns])).toEqual([
    [mixed, ['sandbox_mixed']],
    [kept, ['address_refused']],
  ]);
});
