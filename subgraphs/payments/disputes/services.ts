import type { ServiceParts } from '../../../core/service-parts.js';
import { DisputeService } from './dispute/dispute.service.js';

type Source = Pick<ServiceParts, 'db' | 'cursors'>;

/** Disputes, for resolvers and commands. */
export function disputeServices({ db, cursors }: Source) {
  return {
    disputes: new DisputeService({ db, cursors }),
  };
}
