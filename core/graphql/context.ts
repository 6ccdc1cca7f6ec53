import type { Principal } from '../principal/principal.js';

/** Reads of contact data, gathered while a request is answered: for the entry in the audit log. */
export interface NotedReads {
  /** Organizations whose people's contact data is in the answer. */
  readonly organizationIds: Set<string>;
  /** Digests of the contact data that arguments asked for. */
  readonly soughtDigests: Set<string>;
}

/** What every resolver is given: who asks, and in which request. Services are bound to resolvers at start, not carried along here. */
export interface GraphContext {
  readonly principal: Principal;
  readonly requestId: string;
  /** Batches references within one request, by the resolver that owns them. */
  readonly batches: Map<object, unknown>;
  readonly contactReads: NotedReads;
}

export function graphContext(principal: Principal, requestId: string): GraphContext {
  const contactReads = { organizationIds: new Set<string>(), soughtDigests: new Set<string>() };
  return { principal: { ...principal, requestId }, requestId, batches: new Map(), contactReads };
}
