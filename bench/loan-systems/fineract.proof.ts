import { Option } from 'commander';
import { proveFineract } from '../../test/support/fineract-proof/prove-fineract.js';
import { type Bench, say, wholeNumber } from '../support/bench.js';
import { withDatabase } from '../support/database.js';
import { fineractReport } from './fineract-report.js';

interface Options {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  readonly tenant: string;
  readonly timeZone?: string;
  readonly payments: number;
  readonly kills: number;
  readonly cuts?: number;
  readonly settleSeconds: number;
  readonly thisIsATestTenant?: true;
  readonly json?: true;
}

const WARNING =
  'It makes products, clients, loans and payments in this tenant, and moves its business date. Never run it on a tenant with real loans.';
const KILLS = 'times that the product is killed during payments; a fifth as many during reversals';
const CUTS = 'connections cut during payments, as many as kills by default; a fifth as many during reversals';
const SETTLE = 'how long Fineract may still carry out a request whose connection broke';

/** Nothing is doubled, lost or invented at a running Fineract, whatever breaks between it and the product. */
export const bench: Bench = (command) =>
  command
    .addHelpText('after', `\n${WARNING}`)
    .requiredOption('--base-url <url>', 'as for loan-systems add: https://HOST/fineract-provider/api/v1')
    .requiredOption('--username <name>', 'a user with all permissions')
    .requiredOption('--password <password>', 'of that user')
    .option('--tenant <name>', 'the tenant', 'default')
    .option('--time-zone <zone>', 'the tenant’s time zone, as for loan-systems add')
    .option('--payments <n>', 'payments; a fifth of them is reversed', wholeNumber, 500)
    .option('--kills <n>', KILLS, wholeNumber, 200)
    .option('--cuts <n>', CUTS, wholeNumber)
    .addOption(new Option('--settle-seconds <n>', SETTLE).argParser(wholeNumber).default(10))
    .option('--this-is-a-test-tenant', 'required: says that the tenant has no real loans')
    .option('--json', 'the result as JSON instead of tables')
    .action((options: Options) => prove(options, command));

async function prove(options: Options, command: Parameters<Bench>[0]): Promise<void> {
  const { baseUrl, username, password, tenant, timeZone, payments, kills, settleSeconds, json } = options;
  const faults = { kills, cuts: options.cuts ?? kills };
  if (!options.thisIsATestTenant) command.error(`error: ${WARNING} If it has none, add --this-is-a-test-tenant.`);
  if (!/^https?:\/\/[^?#@]+\/api\/v1$/.test(baseUrl) || !URL.canParse(baseUrl))
    command.error('error: --base-url must be an http or https address that ends with /api/v1.');
  if (payments < 1) command.error('error: --payments must be at least 1.');
  say(WARNING);
  const began = performance.now();
  const address = { baseUrl, username, password, tenant };
  const found = await withDatabase(({ ownerUrl: databaseUrl }) =>
    proveFineract({ databaseUrl, address, timeZone, payments, faults, settleAfterMs: settleSeconds * 1_000, say }),
  ).catch((error: unknown) => {
    say(`fineract-proof: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  });
  const result = { ...found, seconds: Math.round((performance.now() - began) / 1_000) };
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : fineractReport(result));
  process.exit(found.isProven ? 0 : 1);
}
