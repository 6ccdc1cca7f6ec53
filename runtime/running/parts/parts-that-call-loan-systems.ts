import type { PartName } from '../../../core/config/secrets-needed-by-process.js';

/** The others know no loan systems, and do not follow them. */
export const CALLS_LOAN_SYSTEMS: ReadonlySet<PartName> = new Set<PartName>(['worker', 'payments', 'servicing']);
