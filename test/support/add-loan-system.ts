import { systemPrincipal } from '../../core/principal/principal.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import type { RemoteStandIn } from './remote-stand-ins.js';
import { until } from './until.js';

interface Addition {
  readonly code: string;
  readonly organizationId: string;
  /** Default: the stand-in's own address. */
  readonly baseUrl?: string;
}

type AddedSystem = Pick<RemoteStandIn, 'kind' | 'baseUrl' | 'settings' | 'secretEnv'>;

/** Adds a stand-in as a loan system and syncs it, by the product's own services. */
export async function addLoanSystem(resources: Resources, system: AddedSystem, addition: Addition): Promise<void> {
  await addWithoutSync(resources, system, addition);
  await syncLoanSystem(resources, addition.code);
}

export async function addWithoutSync(
  resources: Resources,
  { kind, settings, secretEnv, ...system }: AddedSystem,
  { code, organizationId, baseUrl = system.baseUrl }: Addition,
): Promise<void> {
  const service = new LoanSystemService({ ...resources, remotes: remoteSystems(resources) });
  const request = { code, kind, baseUrl, organizationId, settings, secretEnv };
  const added = await service.add(systemPrincipal('test'), request, true);
  if (added.outcome === 'refused') throw new Error(added.problems.join('; '));
  await resources.addedSystems.refresh();
}

/**
 * Reads changes; the first time reads everything. Retries failed loans, because a busy machine may open connections too
 * slowly.
 */
export async function syncLoanSystem(resources: Resources, code: string): Promise<void> {
  const sync = new SystemSync({ ownPostings, ...resources, systems: loanSystems(resources) });
  const isRead = async () => {
    const outcome = await sync.run({ code, mode: 'incremental' });
    if (outcome.kind === 'busy') return false;
    if (outcome.kind !== 'finished') throw new Error(`${code} is not synced: ${outcome.kind}`);
    return outcome.pass.loansFailed === 0;
  };
  await until(isRead, `every loan of ${code} is read`, 60_000);
}
