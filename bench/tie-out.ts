import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { loadConfig } from '../core/config/load.js';
import { createLogger } from '../core/logging/logger.js';
import { commandPrincipal } from '../core/principal/principal.js';
import { systemClock } from '../core/time/clock.js';
import { receiveFile } from '../ledger/boarding/boarding-intake.js';
import { runBoarding } from '../ledger/boarding/run-boarding.js';
import { samplePortfolio } from '../ledger/boarding/sample-portfolio.js';
import { businessDayOf, previousBusinessDay } from '../ledger/rules/business-day.js';
import { openResources, type Resources } from '../runtime/assembly/resources.js';
import { subgraphsSource } from '../runtime/assembly/subgraphs-source.js';
import { tieOutParts } from '../runtime/assembly/tie-out-dependencies.js';
import { startEmbeddedDatabase } from '../runtime/embedded/embedded-database.js';
import { migrate } from '../runtime/migrate/migrate.js';
import { Comparer } from '../subgraphs/payments/tie-out/comparison/comparer.js';
import { createOrganization } from '../subgraphs/servicing/platform/organization/create-organization.js';
import { numbers } from './numbers.js';

/*
 * `npm run bench:tie-out -- 100000 1000`: compares one day's payments on ledger loans, with every hundredth of them
 * lost in the ledger.
 */

const { payments, loans } = numbers('bench:tie-out', 'Payments of one day on so many loans, compared.', {
  payments: 100_000,
  loans: 1_000,
});
const PAYMENTS = `
  insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, effective_date, recorded_by, settled_at)
  select '01K' || lpad(upper(to_hex(n)), 23, '0'), $1, a.id, 1000 + n % 100, 'cash', 'posted', $2::date, 'bench', now()
    from generate_series(1, $3::int) n
    join (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from account where organization_id = $1) a
      on a.place = n % a.many`;
const ENTRIES = `
  insert into ledger_entry (organization_id, loan_id, type, effective_on, external_reference, posted_at)
  select c.organization_id, c.account_id, 'payment', c.effective_date, c.id, now() from (
    select c.organization_id, a.external_id as account_id, c.effective_date, c.id, row_number() over (order by c.id) as place
      from collected_payment c join account a on a.id = c.account_id where c.organization_id = $1) c where c.place % 100 <> 0`;
const LINES = `
  insert into ledger_line (organization_id, reference_number, line_number, ledger_account, amount_cents)
  select e.organization_id, e.reference_number, side.line, side.account, side.sign * c.amount_cents from ledger_entry e
    join collected_payment c on c.organization_id = e.organization_id and c.id = e.external_reference
    cross join (values (1, 'cash', 1), (2, 'principal_receivable', -1)) as side (line, account, sign) where e.organization_id = $1`;
const logger = createLogger('error', 'bench');
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-tie-out-'));
const embedded = await startEmbeddedDatabase({ dataDir, logger });
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);
try {
  await migrate(embedded.ownerUrl, { runsAs: embedded.url });
  const config = await loadConfig({ DATABASE_URL: embedded.url, TRIBUTARY_DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const resources = await openResources({ config, databaseUrl: embedded.url, logger });
  // Without the pool's time limit: the bulk seed takes longer.
  const owner = new pg.Client({ connectionString: embedded.ownerUrl });
  await owner.connect();
  try {
    const organizationId = await lender(resources);
    await owner.query(PAYMENTS, [organizationId, previousBusinessDay(businessDayOf(systemClock.now())), payments]);
    await owner.query(ENTRIES, [organizationId]);
    await owner.query(LINES, [organizationId]);
    await owner.query('vacuum analyze');
    const looker = new Comparer(tieOutParts(subgraphsSource(resources), config));
    await looker.plan(commandPrincipal('bench'), organizationId);
    await owner.query("delete from tie_out_look where subject <> 'ledger'");
    const before = process.memoryUsage.rss();
    peak = before;
    const began = performance.now();
    await looker.runAll();
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    const { rows } = await owner.query(
      "select ours_count, theirs_count, difference_count, completeness from tie_out_result where subject = 'ledger'",
    );
    process.stdout.write(`${JSON.stringify(rows[0])}\n${payments} payments compared in ${seconds} s; `);
    process.stdout.write(`memory ${Math.round(before / 1e6)} MB before, ${Math.round(peak / 1e6)} MB at its peak\n`);
  } finally {
    await owner.end();
    await resources.close();
  }
} finally {
  clearInterval(watch);
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function lender({ db, clock, clientKeys, secrets }: Resources): Promise<string> {
  const by = commandPrincipal('bench');
  const { id: organizationId } = await createOrganization({ db, clock }, by, {
    displayName: 'Bench',
    legalName: 'Bench',
  });
  const asOf = businessDayOf(clock.now());
  const lines = [...samplePortfolio({ loans, transactions: 0, seed: 1, asOf })].map((text) => Buffer.from(text));
  const upload = { bytes: Readable.from(lines), format: 'csv', maxBytes: 1_000_000_000 } as const;
  const { boarding } = await receiveFile({ db, clock, clientKeys }, by, { organizationId, isDryRun: false }, upload);
  await runBoarding({ db, clock, secrets }, boarding);
  return organizationId;
}
