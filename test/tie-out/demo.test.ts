import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { tieOutParts } from '../../runtime/assembly/tie-out-dependencies.js';
import { Comparer } from '../../subgraphs/payments/tie-out/comparison/comparer.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';

let demo: DemoInstance;

beforeAll(async () => {
  demo = await openDemoInstance();
}, 300_000);
afterAll(() => demo.instance.close());

it('the recorded weeks of the demo, and two years of its books: ledger, sandbox, processor and books are compared completely, and only the demo’s own differences are found', async () => {
  const { resources } = demo.instance;
  const outside = { systems: loanSystems(resources), processors: cardProcessors(resources) };
  const looker = new Comparer(tieOutParts({ ...resources, ...outside }, resources.config));
  await looker.runAll();
  await resources.pool.query(
    "update tie_out_look set step = case when subject = 'books' then 'books' when subject = 'sandbox' then 'look_ups' when subject like 'processor:%' then 'charges' else 'list' end, place = '', first_day = case when subject = 'books' then '2000-01-01' else business_day - 40 end",
  );
  await looker.runAll();
  const { rows } = await resources.pool.query(
    `select d.subject, d.kind, count(*)::int as found, min(d.ours::text) as ours, min(d.theirs::text) as theirs
       from tie_out_difference d group by 1, 2 order by 1, 2`,
  );
  expect(rows.map(({ subject, kind, found }) => [subject, kind, found])).toEqual([
    ['processor:sandbox', 'charge_unknown_here', 1],
    ['sandbox', 'posted_there_only', 1],
  ]);
  const results = await resources.pool.query('select distinct completeness from tie_out_result');
  expect(results.rows).toEqual([{ completeness: 'complete' }]);
}, 120_000);
