import type { Principal } from '../principal/principal.js';

/** Reads of contact data, collected while a request is answered, for the audit log entry. */
export interface ContactReads {
  /** Organizations with contact data in the answer. */
  readonly organizationIds: Set<string>;
  /** Persons with contact data in the answer; the first two are enough to know whether it is one. */
  readonly personIds: Set<string>;
  /** Digests of the contact data in arguments. */
  readonly soughtDigests: Set<string>;
}

/**
 * The context of every resolver: the caller and the request. Services are not in it; they are bound to resolvers at
 * start.
 */
export interface GraphContext {
  readonly principal: Principal;
  readonly requestId: string;
  /** Batches references within one request, by the resolver that owns them. */
  readonly batches: Map<object, unknown>;
  readonly contactReads: ContactReads;
}

export function graphContext(principal: Principal, requestId: string): GraphContext {
  return { principal: { ...principal, requestId }, requestId, batches: new Map(), contactReads: noContactReads() };
}

export function noContactReads(): ContactReads {
  return { organizationIds: new Set(), personIds: new Set(), soughtDigests: new Set() };
}

/** The context of a mutation that the product calls itself, for an operator. */
export function contextOf(principal: Principal): GraphContext {
  return graphContext(principal, principal.requestId ?? '');
}
