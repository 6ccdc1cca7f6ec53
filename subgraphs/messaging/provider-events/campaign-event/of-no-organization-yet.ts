import { systemPrincipal } from '../../../../core/principal/principal.js';

/** Calls are kept before anybody knows whose they are. */
export const ABOVE = systemPrincipal('erasure');

export const UNSCOPED = 'what is nobody’s yet may be of the organization that erases; what is another’s alone is left';

/** Whether a row may be of the organization: its own, or not known to be anybody's. */
export const mayBeOf = (row: string, organizationId: string) =>
  `(cardinality(${row}.organization_ids) = 0 or ${organizationId}::text = any(${row}.organization_ids))`;
