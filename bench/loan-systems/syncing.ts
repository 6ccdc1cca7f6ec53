import { loadConfig } from '../../core/config/load.js';
import { newId } from '../../core/ids/ids.js';
import { createLogger } from '../../core/logging/logger.js';
import { cents } from '../../core/money.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems-and-processors.js';
import { openResources, type Resources } from '../../runtime/assembly/resources.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import type { SyncMode } from '../../subgraphs/servicing/loan-systems/sync/next-pass.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { openLender } from '../../test/support/lender.js';
import type { RemoteStandIn } from '../../test/support/remote-stand-ins.js';
import { type StandInProcess, startStandIn } from '../stand-in-process.js';

interface SyncBench {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly loans: number;
  readonly transactions: number;
}

/** Loans that get a payment between two syncs. */
const CHANGED = 100;
const ADMIN = systemPrincipal('bench');

/** A first sync, one after changes to some loans, one without changes, and a full one: in turn, on one stand-in. */
export async function syncTable(kind: RemoteStandIn['kind'], bench: SyncBench): Promise<string> {
  const system = await startStandIn(kind, bench.loans, Math.round(bench.transactions / bench.loans));
  const { databaseUrl, dataDir } = bench;
  const variables = { DATABASE_URL: databaseUrl, TRIBUTARY_DATA_DIR: dataDir, ...system.environment };
  const config = await loadConfig({ ...variables, LOG_LEVEL: 'fatal' });
  const resources = await openResources({ config, databaseUrl, logger: createLogger('fatal', 'bench') });
  try {
    await add(resources, system);
    const rows = [await measured(resources, system, 'first', 'full')];
    await payOnSome(resources, system);
    rows.push(await measured(resources, system, `incremental, ${CHANGED} loans changed`, 'incremental'));
    rows.push(await measured(resources, system, 'incremental, nothing changed', 'incremental'));
    rows.push(await measured(resources, system, 'full, nothing changed', 'full'));
    const heads = [
      `| ${kind}: sync`,
      's',
      'loans read',
      'transactions',
      'calls',
      'RSS before, MB',
      'half-way',
      'peak |',
    ];
    return `${heads.join(' | ')}\n|---|---|---|---|---|---|---|---|\n${rows.join('\n')}\n\n`;
  } finally {
    await resources.close();
    system.stop();
  }
}

async function add(resources: Resources, { kind, baseUrl, settings, secretEnv }: StandInProcess): Promise<void> {
  const { organizationId } = await openLender(resources, '', `Bench ${kind}`);
  const service = new LoanSystemService({ ...resources, remotes: remoteSystems(resources) });
  const added = await service.add(ADMIN, { code: kind, kind, baseUrl, organizationId, settings, secretEnv }, true);
  if (added.outcome === 'refused') throw new Error(added.problems.join('; '));
  await resources.addedSystems.refresh();
}

async function measured(resources: Resources, system: StandInProcess, what: string, mode: SyncMode): Promise<string> {
  process.stderr.write(`${system.kind}: ${what} …\n`);
  const before = await callsOf(system);
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(process.memoryUsage.rss()), 250);
  const rssBefore = process.memoryUsage.rss();
  const started = performance.now();
  const sync = new SystemSync({ ownPostings, ...resources, systems: loanSystems(resources) });
  const outcome = await sync.run({ code: system.kind, mode });
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sampling);
  if (outcome.kind !== 'finished' || outcome.pass.loansFailed > 0) throw new Error(JSON.stringify(outcome));
  const { loansRead, transactions } = outcome.pass;
  const calls = (await callsOf(system)) - before;
  const halfWay = samples[Math.floor(samples.length / 2)] ?? rssBefore;
  const memory = [rssBefore, halfWay, Math.max(rssBefore, ...samples)].map((bytes) => (bytes / 1e6).toFixed(0));
  return `| ${[what, seconds.toFixed(1), loansRead, transactions, calls, ...memory].join(' | ')} |`;
}

async function callsOf(system: StandInProcess): Promise<number> {
  const calls = await system.control({ op: 'calls' });
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}

/** Payments by another client of the loan system, posted directly to it. */
async function payOnSome(resources: Resources, { kind }: StandInProcess): Promise<void> {
  const system = loanSystems(resources).byCode(kind);
  const some = await resources.pool.query(
    'select id, organization_id, external_id from account where loan_system_code = $1 order by random() limit $2',
    [kind, CHANGED],
  );
  for (const { id, organization_id, external_id } of some.rows) {
    const outcome = await system.postPayment({
      loan: { organizationId: organization_id, accountId: id, externalId: external_id },
      externalReference: newId(),
      amountCents: cents(1_234),
      paymentMethod: 'cash',
      checkNumber: null,
      memo: null,
    });
    if (outcome.kind !== 'confirmed') throw new Error(`a payment was ${outcome.kind}`);
  }
}
