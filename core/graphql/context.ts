import type { Principal } from '../auth/principal.js';

/** What every resolver is given: who asks, and in which request. Services are bound to resolvers at start, not carried along here. */
export interface GraphContext {
  readonly principal: Principal;
  readonly requestId: string;
  /** Batches references within one request, by the resolver that owns them. */
  readonly batches: Map<object, unknown>;
  /** Whose people's contact data is answered: organizations, gathered meanwhile. */
  readonly contactOf: Set<string>;
}

export function graphContext(principal: Principal, requestId: string): GraphContext {
  return { principal: { ...principal, requestId }, requestId, batches: new Map(), contactOf: new Set() };
}
