import pg from 'pg';
import { businessDayOf, previousBusinessDay } from '../../ledger/rules/business-day.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { tieOutParts } from '../../runtime/assembly/tie-out-dependencies.js';
import { Comparer } from '../../subgraphs/payments/tie-out/comparison/comparer.js';
import { withNumbers } from '../support/bench.js';
import { withDatabase, withResources } from '../support/database.js';
import { BENCH, lenderWithPortfolio } from '../support/lender-with-portfolio.js';
import { ownMemoryMb, watchMemory } from '../support/memory.js';

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

const OPEN = "select from tie_out_look where subject = 'ledger' and step <> 'done'";

/** Compares one day's payments on ledger loans, with every hundredth of them lost in the ledger. */
export const bench = withNumbers({ payments: 100_000, loans: 1_000 }, ({ payments, loans }) =>
  withDatabase((place) =>
    withResources(place, async (resources) => {
      const organizationId = await lenderWithPortfolio(resources, loans);
      // Without the pool's time limit: the bulk seed takes longer.
      const owner = new pg.Client({ connectionString: place.ownerUrl });
      await owner.connect();
      try {
        const day = previousBusinessDay(businessDayOf(resources.clock.now()));
        await owner.query(PAYMENTS, [organizationId, day, payments]);
        await owner.query(ENTRIES, [organizationId]);
        await owner.query(LINES, [organizationId]);
        await owner.query('vacuum analyze');
        const comparer = new Comparer(tieOutParts(subgraphsSource(resources), resources.config));
        await comparer.plan(BENCH, organizationId);
        const before = ownMemoryMb();
        const memory = watchMemory(50);
        const began = performance.now();
        // Only this side: in the books, the payments of this bench have no transactions.
        while ((await owner.query(OPEN)).rowCount !== 0) await comparer.work({ organizationId, subject: 'ledger' });
        const seconds = ((performance.now() - began) / 1_000).toFixed(1);
        const { rows } = await owner.query(
          "select ours_count, theirs_count, difference_count, completeness from tie_out_result where subject = 'ledger'",
        );
        const peak = Math.max(before, memory.peakMb());
        process.stdout.write(`${JSON.stringify(rows[0])}\n${payments} payments compared in ${seconds} s; `);
        process.stdout.write(`memory ${Math.round(before)} MB before, ${Math.round(peak)} MB at its peak\n`);
      } finally {
        await owner.end();
      }
    }),
  ),
);
