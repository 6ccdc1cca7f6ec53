import { loanSystems, remoteSystems } from '../../cli/assembly/outside.js';
import type { Resources } from '../../cli/assembly/resources.js';
import { systemPrincipal } from '../../core/auth/principal.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-system/loan-system.service.js';
import type { RunningPass } from '../../subgraphs/servicing/sync/pass.store.js';
import { SystemSync } from '../../subgraphs/servicing/sync/system-sync.js';
import type { RemoteStandIn } from './remote-stand-ins.js';
import { until } from './until.js';

interface Addition {
  readonly code: string;
  readonly organizationId: string;
  /** By default the stand-in's own address. */
  readonly baseUrl?: string;
}

/** Adds a stand-in as a loan system and syncs it, by the product's own services. */
export async function addLoanSystem(
  resources: Resources,
  system: RemoteStandIn,
  { code, organizationId, baseUrl = system.baseUrl }: Addition,
): Promise<RunningPass> {
  const service = new LoanSystemService({ ...resources, remotes: remoteSystems(resources) });
  const { kind, settings, secretEnv } = system;
  const request = { code, kind, baseUrl, organizationId, settings, secretEnv };
  const added = await service.add(systemPrincipal('test'), request, true);
  if (added.outcome === 'refused') throw new Error(added.problems.join('; '));
  await resources.addedSystems.refresh();
  return syncLoanSystem(resources, code);
}

/** What changed; everything, the first time. A pass of another process is waited for. */
export async function syncLoanSystem(resources: Resources, code: string): Promise<RunningPass> {
  const sync = new SystemSync({ ...resources, systems: loanSystems(resources) });
  const outcome = await until(async () => {
    const one = await sync.run({ code, mode: 'incremental' });
    return one.kind !== 'busy' && one;
  }, `no other process syncs ${code}`);
  if (outcome.kind !== 'finished') throw new Error(`${code} is not synced: ${outcome.kind}`);
  return outcome.pass;
}
