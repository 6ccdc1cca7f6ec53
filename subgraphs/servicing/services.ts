import type { LoanSystems } from '../../connectors/loan-systems/registry.js';
import type { ErasureStep } from '../../core/erasure/erasure-step.js';
import type { ServiceParts } from '../../core/service-parts.js';
import type { ProjectionContext } from '../../loan-model/projection/projection-context.js';
import { accountServices } from './accounts/services.js';
import { ledgerServices } from './ledger-api/services.js';
import type { Remotes } from './loan-systems/loan-system/shown-loan-system.js';
import { loanSystemServices } from './loan-systems/services.js';
import { ErasureService } from './platform/erasure/erasure.service.js';
import { platformServices } from './platform/services.js';
import { RecoveryService } from './recovery/recovery.service.js';

export interface ServicingSource
  extends ProjectionContext,
    Pick<ServiceParts, 'db' | 'cursors' | 'clientKeys' | 'secrets' | 'contactDigests'> {
  readonly systems: LoanSystems;
  readonly remotes: Remotes;
  readonly erasureSteps: readonly ErasureStep[];
}

/** Every service of this subgraph, for its resolvers. */
export function servicingServices(source: ServicingSource) {
  return {
    ...accountServices(source),
    ...loanSystemServices(source),
    ...ledgerServices(source),
    ...platformServices(source),
    erasures: new ErasureService(source),
    recoveries: new RecoveryService({ ...source, loanSystemKinds: source.remotes.kinds }),
  };
}
