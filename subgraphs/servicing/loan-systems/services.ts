import type { ServiceParts } from '../../../core/service-parts.js';
import { LoanSystemService } from './loan-system/loan-system.service.js';
import type { Remotes } from './loan-system/shown-loan-system.js';

interface Source extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly remotes: Remotes;
}

/** The loan systems from which accounts come, for resolvers and commands. */
export function loanSystemServices(source: Source) {
  return {
    loanSystems: new LoanSystemService(source),
  };
}
