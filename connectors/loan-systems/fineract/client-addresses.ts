import type { Logger } from '../../../core/logging/logger.js';
import type { SourceAddress } from '../../../loan-model/loan-source-types.js';
import type { Reached } from '../../../loan-model/port.js';
import { postalAddress } from '../normalize-postal-address.js';
import type { FineractApi } from './fineract-api.js';
import { type ClientAddress, clientAddresses } from './response-schemas.js';

/** A client's current addresses; null if this server does not have the module, or this user may not read it. */
export type ClientAddresses = (clientId: string) => Promise<Reached<readonly SourceAddress[] | null>>;

/**
 * Addresses are a separate module with a separate permission. Without either, clients are read without addresses, and
 * known addresses stay as they are.
 */
export function createClientAddresses(code: string, api: FineractApi, logger: Logger): ClientAddresses {
  let isSaid = false;
  let askAgainAt = 0;
  return async (clientId) => {
    if (performance.now() < askAgainAt) return { kind: 'answered', value: null };
    const path = ['client', clientId, 'addresses'];
    const outcome = await api.get(path, {});
    if (outcome.kind !== 'answered') return { kind: 'unavailable' };
    if (NOT_TOLD.has(outcome.status)) {
      if (!isSaid)
        logger.warn({ loan_system: code, status: outcome.status }, 'Fineract does not return client addresses');
      isSaid = true;
      askAgainAt = performance.now() + ASK_AGAIN_AFTER_MS;
      return { kind: 'answered', value: null };
    }
    if (outcome.status !== 200) return api.unavailable(outcome, path);
    const read = api.parse(clientAddresses, outcome, path);
    if (read === undefined) return { kind: 'unavailable' };
    const inUse = read.filter(({ isActive }) => isActive !== false);
    return { kind: 'answered', value: inUse.flatMap(written) };
  };
}

/** A full sync reads every client: it need not ask for each of them. */
const ASK_AGAIN_AFTER_MS = 600_000;

/** Not permitted, and no such path. */
const NOT_TOLD: ReadonlySet<number> = new Set([403, 404, 405]);

function written(address: ClientAddress): readonly SourceAddress[] {
  return postalAddress({
    line1: address.addressLine1?.trim() || address.street,
    line2: address.addressLine2,
    city: address.city?.trim() || address.townVillage,
    state: address.stateName,
    postalCode: address.postalCode,
    country: address.countryName,
  });
}
