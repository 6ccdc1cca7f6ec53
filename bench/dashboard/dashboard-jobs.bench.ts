import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { tieOutParts } from '../../runtime/assembly/tie-out-dependencies.js';
import { Comparer } from '../../subgraphs/payments/tie-out/comparison/comparer.js';
import { openDashboard } from '../../test/support/dashboard.js';
import { settled } from '../../test/support/settled-page.js';
import { type Bench, say } from '../support/bench.js';
import { markdownTable } from '../support/figures.js';
import { type DemoProduct, withDemoProduct } from './demo-product.js';
import { ADMINISTERING } from './jobs/administering.js';
import { COLLECTING } from './jobs/collecting.js';
import { DECIDING } from './jobs/deciding.js';
import { FINDING } from './jobs/finding.js';
import { type Device, type Effort, handOf } from './jobs/hand.js';
import type { FoundLoan, Job, JobsFixture } from './jobs/job.js';
import { LENDING } from './jobs/lending.js';
import { PAYING } from './jobs/paying.js';

const JOBS: readonly Job[] = [...FINDING, ...PAYING, ...COLLECTING, ...DECIDING, ...LENDING, ...ADMINISTERING];

interface Took extends Effort {
  readonly seconds: number;
}

/** What each job of a lender's staff takes, by mouse and by keyboard alone: from Today until its result is shown. */
export const bench: Bench = (command) => {
  command
    .option('--only <words>', 'only the jobs with these words in their names', '')
    .action(({ only }: { readonly only: string }) => withDemoProduct((product) => allCarriedOut(product, only)));
};

async function allCarriedOut(product: DemoProduct, only: string): Promise<void> {
  const fixture = await fixtureOf(product);
  const rows: string[][] = [];
  for (const job of JOBS.filter(({ name }) => name.includes(only))) {
    const row = [job.name];
    for (const device of ['mouse', 'keyboard'] as const) {
      say(`${job.name}, by ${device} …`);
      const took = await carriedOut(job, device, fixture).catch((cause: Error) => {
        say(`not done: ${cause.message}`);
        process.exitCode = 1;
      });
      if (device === 'mouse') row.push(shown(took?.clicks));
      row.push(shown(took?.keys), shown(took?.seconds.toFixed(1)));
    }
    rows.push(row);
  }
  process.stdout.write(markdownTable(['job', 'mouse: clicks', 'keys', 's', 'keyboard alone: keys', 's'], rows));
}

const shown = (figure: number | string | undefined) => String(figure ?? 'not done');

async function carriedOut(job: Job, device: Device, fixture: JobsFixture): Promise<Took> {
  const given = (await job.prepare?.(fixture)) ?? {};
  const { browser, origin, organizationId } = fixture;
  const { page, close } = await openDashboard(browser, origin, {
    ...{ role: job.role, path: `/?lender=${organizationId}`, acceptDownloads: true },
  });
  page.setDefaultTimeout(15_000);
  const hand = handOf(device, page);
  const began = performance.now();
  try {
    await job.carryOut(hand, fixture, given);
    await settled(page);
    return { ...hand.effort(), seconds: (performance.now() - began) / 1_000 };
  } finally {
    await close();
  }
}

async function fixtureOf(product: DemoProduct): Promise<JobsFixture> {
  const { resources } = product.instance;
  const { pool } = resources;
  const one = async (statement: string, ...values: readonly unknown[]) => {
    const [row] = (await pool.query(statement, [...values])).rows;
    if (row === undefined) throw new Error(`the demo has none: ${statement}`);
    return row;
  };
  const outside = { systems: loanSystems(resources), processors: cardProcessors(resources) };
  await new Comparer(tieOutParts({ ...resources, ...outside }, resources.config)).runAll();
  const { organization_id: organizationId, ...loan } = await one(LOAN);
  return { ...product, pool, organizationId, loan: loan as FoundLoan, one };
}

const LOAN = `
  select a.organization_id, a.id, a.external_contract_number as number, a.external_account_number as "accountNumber",
         b.display_name as borrower, b.phone, b.email
    from account a join person b on b.id = a.primary_borrower_party_id
   where a.external_contract_number = 'ALD-2026-0017'`;
