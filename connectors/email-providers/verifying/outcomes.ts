import type { RefusalReason, RejectionReason, Verification } from '../port.js';

export const NO_SIGNATURE: Verification = { kind: 'unsigned', reason: 'no_signature' };

/** It is signed, but no key is configured to verify it. */
export const NO_KEY: Verification = { kind: 'unsigned', reason: 'no_key' };

export const VERIFIED: Verification = { kind: 'verified', replay: null };

export function refused(reason: RefusalReason): Verification {
  return { kind: 'refused', reason };
}

export function rejected(reason: RejectionReason, isGenuine: boolean): Verification {
  return { kind: 'rejected', reason, isGenuine };
}
