import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { addLoanSystem } from '../../test/support/add-loan-system.js';
import { openLender } from '../../test/support/lender.js';
import { until } from '../../test/support/until.js';
import { say } from '../support/bench.js';
import { type Place, withResources } from '../support/database.js';
import { markdownTable, quantile } from '../support/figures.js';
import { startServer } from '../support/start-server.js';
import { startStandIn } from './stand-in-process.js';

const CODE = 'lag-fineract';
const CHANGES = 100;
const BETWEEN_MS = 1_000;
/** More than any loan of the stand-in owes: the loan is paid off, which is an event. */
const PAYOFF = cents(2_500_000);

/**
 * How long a change in Fineract takes to become an event: loans are paid off there by another client, one a second, while
 * the product runs with its worker.
 */
export async function lagTable(place: Place, loans: number): Promise<string> {
  const system = await startStandIn('fineract', loans, 2);
  try {
    return await withResources(
      place,
      async (resources) => {
        const { organizationId } = await openLender(resources, '', 'Bench lag');
        say(`${loans} loans are synced for the first time …`);
        await addLoanSystem(resources, system, { code: CODE, organizationId });
        const product = await startServer('whole', place, { environment: system.environment });
        try {
          const lags = await lagsOfPayoffs(resources);
          const calls = await callsWithoutChanges(system);
          const shown = [0.5, 0.99].map((part) => (quantile(lags, part) / 1_000).toFixed(1));
          return markdownTable(
            ['loans', 'changes', 'lag p50, s', 'lag p99, s', 'calls a minute, nothing changed'],
            [[loans, CHANGES, ...shown, calls]],
          );
        } finally {
          await product.stop();
        }
      },
      system.environment,
    );
  } finally {
    await system.stop();
  }
}

async function lagsOfPayoffs(resources: Resources): Promise<readonly number[]> {
  say(`${CHANGES} loans are paid off in Fineract, one a second …`);
  const { rows } = await resources.pool.query(
    `select id, organization_id, external_id from account
      where loan_system_code = $1 and status_code in ('active', 'delinquent') order by random() limit $2`,
    [CODE, CHANGES],
  );
  const system = loanSystems(resources).byCode(CODE);
  const changedAt = new Map<string, number>();
  const seenAt = new Map<string, number>();
  const see = async () => {
    const events = await resources.pool.query('select account_id from event where account_id = any($1)', [
      [...changedAt.keys()],
    ]);
    for (const { account_id: id } of events.rows) if (!seenAt.has(id)) seenAt.set(id, performance.now());
    return seenAt.size === rows.length;
  };
  for (const { id, organization_id, external_id } of rows) {
    const outcome = await system.postPayment({
      loan: { organizationId: organization_id, accountId: id, externalId: external_id },
      externalReference: newId(),
      amountCents: PAYOFF,
      paymentMethod: 'cash',
      checkNumber: null,
      memo: null,
    });
    if (outcome.kind !== 'confirmed') throw new Error(`a payment was ${outcome.kind}`);
    changedAt.set(id, performance.now());
    const next = performance.now() + BETWEEN_MS;
    while (performance.now() < next) {
      await see();
      await sleep(100);
    }
  }
  await until(see, 'every change is an event', 300_000);
  return [...seenAt].map(([id, at]) => at - (changedAt.get(id) ?? at));
}

/** Every running process also asks for the business day. */
async function callsWithoutChanges(system: Awaited<ReturnType<typeof startStandIn>>): Promise<string> {
  const before = await system.control({ op: 'calls' });
  await sleep(60_000);
  const after = await system.control({ op: 'calls' });
  const made = Object.entries(after).map(([call, count]) => [call, count - (before[call] ?? 0)] as const);
  return made.flatMap(([call, count]) => (count > 0 ? [`${call} ${count}`] : [])).join(', ');
}
