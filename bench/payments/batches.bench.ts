import { limitToOrganization } from '../../core/principal/principal.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { BatchCreator } from '../../subgraphs/payments/collected/batch/create-batch.js';
import { PaymentBatchService } from '../../subgraphs/payments/collected/batch/payment-batch.service.js';
import type { Tallies } from '../../subgraphs/payments/collected/batch/row-counts.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import { withNumbers } from '../support/bench.js';
import { withDatabase, withResources } from '../support/database.js';
import { printSpeed } from '../support/figures.js';
import { BENCH, lenderWithPortfolio } from '../support/lender-with-portfolio.js';
import { watchMemory } from '../support/memory.js';

type Given = Readonly<Record<'rows' | 'loans', number>>;

/** A batch of payments on ledger loans, dry run and recording, in this process by one worker. */
export const bench = withNumbers({ rows: 10_000, loans: 1_000 }, async (given) => {
  const memory = watchMemory(50);
  await withDatabase((place) =>
    withResources(place, async (resources) => {
      const organizationId = await lenderWithPortfolio(resources, given.loans);
      await resources.addedSystems.refresh();
      await batch(resources, organizationId, given, true);
      await batch(resources, organizationId, given, false);
    }),
  );
  process.stdout.write(`peak memory of the process ${Math.round(memory.peakMb())} MB\n`);
});

async function batch(resources: Resources, organizationId: string, given: Given, isDryRun: boolean): Promise<void> {
  const scopes = ['external_payments:read', 'external_payments:write'] as const;
  const caller = limitToOrganization({ ...BENCH, scopes }, organizationId);
  const rows = Array.from({ length: given.rows }, (_, index) => row(index, given.loans));
  const body = { mode: 'continue', dry_run: isDryRun, rows };
  const request = { organizationId: null, idempotencyKey: `bench ${isDryRun}`, body };
  const { batchId } = await printSpeed('taken in', given.rows, () =>
    new BatchCreator(resources).create(caller, request),
  );
  const batches = new PaymentBatchService(resources);
  const jobs = paymentsJobs(subgraphsSource(resources));
  const isFinished = async () => (await batches.one(caller, batchId)).finishedAt !== null;
  await printSpeed(isDryRun ? 'tried without writing' : 'recorded', given.rows, async () => {
    while (!(await isFinished())) await jobs.payment_batch({ id: batchId, organizationId });
  });
  process.stdout.write(`${outcomesOf(await batches.tallies(caller, [batchId]))}\n`);
}

function outcomesOf([tallies]: readonly Tallies[]): string {
  const some = Object.entries(tallies?.outcomes ?? {}).filter(([, tally]) => tally.rows > 0);
  return some.map(([outcome, tally]) => `${tally.rows} ${outcome}`).join(', ');
}

function row(index: number, loans: number) {
  return {
    idempotency_key: `bench-${index}`,
    loan_number: `L-${String((index % loans) + 1).padStart(7, '0')}`,
    amount_cents: 100,
    payment_method: 'cash',
  };
}
