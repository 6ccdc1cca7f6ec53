import { type ActorKind, actorKindOf } from '../../../../core/audit/record.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';

/** Who is responsible for a batch's payments, as stored. */
export function responsibleOf(principal: Principal): { readonly actorKind: ActorKind; readonly actor: string } {
  return { actorKind: actorKindOf(principal), actor: principal.actor };
}

/**
 * The principal that records a batch's payments: it acts for the responsible caller, in the batch's organization
 * only. It is not an operator, because an operator's request is audited once for the batch, not again for each
 * payment.
 */
export function principalOfBatch({
  actor,
  organizationId,
}: {
  readonly actor: string;
  readonly organizationId: string;
}): Principal {
  return limitToOrganization(systemPrincipal(actor, ['external_payments:write']), organizationId);
}
