import { systemPrincipal } from '../../../../core/principal/principal.js';

/** Calls are stored before their organizations are known. */
export const ERASURE_PRINCIPAL = systemPrincipal('erasure');

/** Whether a row may belong to the organization: it is one of the row's, or the row has none yet. */
export const mayBeOf = (row: string, organizationId: string) =>
  `(cardinality(${row}.organization_ids) = 0 or ${organizationId}::text = any(${row}.organization_ids))`;
