import { type ActorKind, actorKindOf } from '../../../../core/audit/record.js';
import { type Principal, systemPrincipal, within } from '../../../../core/principal/principal.js';

/** Who answers for a batch's payments, as it is kept. */
export function answeringFor(principal: Principal): { readonly actorKind: ActorKind; readonly actor: string } {
  return { actorKind: actorKindOf(principal), actor: principal.actor };
}

/**
 * Who records a batch's payments: in the name of who answers for it, in its organization, and nothing else. No operator: what one
 * has asked for is audited with the batch, and not once more for each payment.
 */
export function recordingFor({
  actor,
  organizationId,
}: {
  readonly actor: string;
  readonly organizationId: string;
}): Principal {
  return within(systemPrincipal(actor, ['external_payments:write']), organizationId);
}
