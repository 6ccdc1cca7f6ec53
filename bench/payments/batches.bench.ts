import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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
import { ownMemoryMb, watchMemory } from '../support/memory.js';

type Given = Readonly<Record<'rows' | 'loans' | 'bytes', number>>;

/**
 * A batch of payments on ledger loans, dry run and recording, in this process by one worker. `bytes`: of a row, about;
 * the longest file has 550.
 */
export const bench = withNumbers({ rows: 10_000, loans: 1_000, bytes: 40 }, (given) =>
  withDatabase((place) =>
    withResources(place, async (resources) => {
      const organizationId = await lenderWithPortfolio(resources, given.loans);
      await resources.addedSystems.refresh();
      await batch(resources, organizationId, { ...given, rows: Math.min(given.rows, WARM_UP_ROWS) }, true);
      await batch(resources, organizationId, given, true);
      await batch(resources, organizationId, given, false);
    }),
  ),
);

/** The first batch loads the code, whose memory a running product has in use too. */
const WARM_UP_ROWS = 500;

async function batch(resources: Resources, organizationId: string, given: Given, isDryRun: boolean): Promise<void> {
  const scopes = ['external_payments:read', 'external_payments:write'] as const;
  const caller = limitToOrganization({ ...BENCH, scopes }, organizationId);
  const csv = fileOf(given);
  const request = {
    organizationId: null,
    idempotencyKey: `bench ${isDryRun} ${given.rows}`,
    body: { mode: 'continue', dry_run: isDryRun, csv },
  };
  collectGarbage();
  const idle = ownMemoryMb();
  const memory = watchMemory(20);
  const { batchId } = await printSpeed('taken in', given.rows, () =>
    new BatchCreator(resources).create(caller, request),
  );
  const taken = memory.peakMb();
  const batches = new PaymentBatchService(resources);
  const jobs = paymentsJobs(subgraphsSource(resources));
  const isFinished = async () => (await batches.one(caller, batchId)).finishedAt !== null;
  await printSpeed(isDryRun ? 'tried without writing' : 'recorded', given.rows, async () => {
    while (!(await isFinished())) await jobs.payment_batch({ id: batchId, organizationId });
  });
  memory.stop();
  process.stdout.write(`${outcomesOf(await batches.tallies(caller, [batchId]))}\n`);
  const above = (peak: number) => Math.max(0, Math.round(peak - idle));
  process.stdout.write(
    `memory ${Math.round(idle)} MB idle, ${above(taken)} MB more when taken in, ${above(memory.peakMb())} MB more at its peak\n`,
  );
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function outcomesOf([tallies]: readonly Tallies[]): string {
  const some = Object.entries(tallies?.outcomes ?? {}).filter(([, tally]) => tally.rows > 0);
  return some.map(([outcome, tally]) => `${tally.rows} ${outcome}`).join(', ');
}

function fileOf({ rows, loans, bytes }: Given): string {
  const memo = 'm'.repeat(Math.min(LONGEST_MEMO, Math.max(0, bytes - SHORTEST_ROW)));
  const keyLength = Math.min(LONGEST_KEY, Math.max(0, bytes - SHORTEST_ROW - memo.length));
  const lines = Array.from({ length: rows }, (_, index) => {
    const loan = `L-${String((index % loans) + 1).padStart(7, '0')}`;
    return `${`bench-${index}`.padEnd(keyLength, '-')},${loan},100,cash,${memo}`;
  });
  return `idempotency_key,loan_number,amount_cents,payment_method,memo\n${lines.join('\n')}\n`;
}

const LONGEST_KEY = 255;
const LONGEST_MEMO = 200;
const SHORTEST_ROW = 40;
