import type { ServiceParts } from '../../../core/service-parts.js';
import { RecoveryService } from '../platform/recovery/recovery.service.js';
import type { Remotes } from './loan-system/loan-system.service.js';
import { LoanSystemService } from './loan-system/loan-system.service.js';

interface Source extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly remotes: Remotes;
}

/** The loan systems from which accounts come, and recoveries from a restore, for resolvers and commands. */
export function loanSystemServices(source: Source) {
  return {
    loanSystems: new LoanSystemService(source),
    recoveries: new RecoveryService({ ...source, loanSystemKinds: source.remotes.kinds }),
  };
}
