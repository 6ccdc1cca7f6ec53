import type { RemoteKind } from './remote.js';

/** The kinds of remote loan systems that there are adapters for. */
export const LOAN_SYSTEM_KINDS: Readonly<Record<string, RemoteKind>> = {};
