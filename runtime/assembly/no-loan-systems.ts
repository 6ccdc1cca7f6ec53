import type { FollowedSystems } from './followed-loan-systems.js';

/** For a part that calls no loan systems: it neither loads their adapters nor reads their settings. */
export const NO_LOAN_SYSTEMS: FollowedSystems = {
  added: { get: callsNone, isLedger: callsNone, refresh: callsNone, connectionStatuses: callsNone },
  kinds: {},
  close: async () => undefined,
};

function callsNone(): never {
  throw new Error('this part was started without loan systems');
}
