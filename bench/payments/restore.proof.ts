import { proveRestore } from '../../test/support/restore-proof/prove-restore.js';
import { type Bench, say, wholeNumber } from '../support/bench.js';
import { withDatabase } from '../support/database.js';
import { restoreReport } from './restore-report.js';

interface Options {
  readonly fineractBaseUrl?: string;
  readonly fineractUsername?: string;
  readonly fineractPassword?: string;
  readonly fineractTenant: string;
  readonly fineractTimeZone?: string;
  readonly thisIsATestTenant?: true;
  readonly json?: true;
}

const WARNING =
  'With an address of Fineract it makes a product, a client, loans and payments in that tenant. Never run it on a tenant with real loans.';
const ADDRESS = 'a running Fineract in place of the stand-in: https://HOST/fineract-provider/api/v1';

/** No payment is doubled or lost in any loan system, whatever the clients send again. */
export const bench: Bench = (command) =>
  command
    .addHelpText('after', `\n${WARNING}`)
    .argument('[payments]', 'after the backup, over all loan systems', wholeNumber, 10_000)
    .argument('[reversals]', 'half of payments that the backup has', wholeNumber, 1_000)
    .option('--fineract-base-url <url>', ADDRESS)
    .option('--fineract-username <name>', 'a user with all permissions')
    .option('--fineract-password <password>', 'of that user')
    .option('--fineract-tenant <name>', 'the tenant', 'default')
    .option('--fineract-time-zone <zone>', 'the tenant’s time zone, as for loan-systems add')
    .option('--this-is-a-test-tenant', 'required with an address: says that the tenant has no real loans')
    .option('--json', 'the result as JSON instead of a table')
    .action((payments: number, reversals: number, options: Options) =>
      prove({ payments, reversals }, options, command),
    );

async function prove(
  counts: { readonly payments: number; readonly reversals: number },
  options: Options,
  command: Parameters<Bench>[0],
): Promise<void> {
  const fineract = givenFineract(options, command);
  if (counts.payments < 1) command.error('error: payments must be at least 1.');
  if (fineract !== undefined) say(WARNING);
  const began = performance.now();
  const found = await withDatabase(({ ownerUrl: url, databaseUrl: runUrl }) =>
    proveRestore({ database: { url, runUrl }, ...counts, ...(fineract && { fineract }), atATime: 24, say }),
  );
  const result = { ...counts, ...found, seconds: Math.round((performance.now() - began) / 1_000) };
  process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : restoreReport(result));
  process.exitCode = found.isProven ? 0 : 1;
}

function givenFineract(options: Options, command: Parameters<Bench>[0]) {
  const { fineractBaseUrl: baseUrl, fineractUsername: username, fineractPassword: password } = options;
  if (baseUrl === undefined && username === undefined && password === undefined) return undefined;
  if (baseUrl === undefined || username === undefined || password === undefined)
    command.error('error: --fineract-base-url, --fineract-username and --fineract-password belong together.');
  if (!/^https?:\/\/[^?#@]+\/api\/v1$/.test(baseUrl) || !URL.canParse(baseUrl))
    command.error('error: --fineract-base-url must be an http or https address that ends with /api/v1.');
  if (!options.thisIsATestTenant) command.error(`error: ${WARNING} If it has none, add --this-is-a-test-tenant.`);
  const address = { baseUrl, username, password, tenant: options.fineractTenant };
  return { address, timeZone: options.fineractTimeZone };
}
