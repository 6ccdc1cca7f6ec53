import { newId } from '../../../core/ids/ids.js';
import { cents } from '../../../core/money.js';
import { systemPrincipal } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { isoInstant } from '../../../core/time/dates.js';
import type {
  CardProcessor,
  Charge,
  ChargeOrder,
  ChargeOutcome,
  ChargeReference,
  TokenizeOrder,
  TokenizeOutcome,
} from '../port.js';
import { sandboxListing } from './listing.js';
import { findSandboxCharge, insertSandboxCharge, refundSandboxCharge } from './sandbox.store.js';
import { sandboxChargeQueries } from './sandbox-charge-queries.js';
import { cardBehaviour } from './test-cards.js';
import { behaviourOf, capturedToken } from './test-instrument-behaviours.js';

export const SANDBOX_PROCESSOR_CODE = 'sandbox';

/** A lost request stays lost: the sandbox executes nothing later than this. */
const SETTLE_AFTER_MS = 3_000;

/**
 * It simulates an external system, which does not know our organizations, so its statements have no organization scope.
 */
const SANDBOX = systemPrincipal('sandbox-card-processor');

/**
 * A card processor with instruments that always behave the same. It stores its data in its own table and its own
 * transactions, so that it survives our crashes as a real processor does. It stores tokens only, never a card number.
 */
export function createSandboxProcessor({ db, clock }: Pick<ServiceParts, 'db' | 'clock'>): CardProcessor {
  return {
    code: SANDBOX_PROCESSOR_CODE,
    settleAfterMs: SETTLE_AFTER_MS,
    ...sandboxChargeQueries({ db, clock }),
    tokenize: async (order) => tokenized(order),
    charge: async (order) => {
      const before = await found(order);
      if (before !== undefined) return { kind: 'charged', charge: before };
      const behaviour = behaviourOf(order.instrument.token);
      switch (behaviour.kind) {
        case 'charges':
          return take(order);
        case 'declines':
          return { kind: 'declined', code: behaviour.code, isHard: behaviour.isHard };
        case 'unreachable':
          return { kind: 'unreachable' };
        case 'charges_unconfirmed':
          await take(order);
          return { kind: 'unknown' };
        case 'lost':
          return { kind: 'unknown' };
      }
    },
    findCharge: async (order) => {
      const charge = await found(order);
      return charge === undefined ? { kind: 'absent' } : { kind: 'charged', charge };
    },
    refund: async ({ organizationId, reference, chargeExternalId }) => {
      const refundedAt = isoInstant(clock.now());
      const refund = { id: chargeExternalId, organizationId, reference, refundedAt };
      const refunded = await db.first(SANDBOX, refundSandboxCharge, refund);
      return refunded === undefined ? { kind: 'refused', code: 'charge_not_refundable' } : { kind: 'refunded' };
    },
    listing: sandboxListing(db),
  };

  async function take(order: ChargeOrder): Promise<ChargeOutcome> {
    const made = await db.first(SANDBOX, insertSandboxCharge, {
      id: `ch_${newId()}`,
      organizationId: order.organizationId,
      reference: order.reference,
      token: order.instrument.token,
      amountCents: order.amountCents,
      createdAt: isoInstant(clock.now()),
    });
    const charge = made === undefined ? await found(order) : asCharge(made);
    if (charge === undefined) throw new Error('a charge was neither created nor found');
    return { kind: 'charged', charge };
  }

  async function found({ organizationId, reference }: ChargeReference): Promise<Charge | undefined> {
    const row = await db.first(SANDBOX, findSandboxCharge, { organizationId, reference });
    return row && asCharge(row);
  }
}

function tokenized({ card, partyId, reference }: TokenizeOrder): TokenizeOutcome {
  const behaviour = cardBehaviour(card);
  switch (behaviour.kind) {
    case 'unavailable':
      return { kind: 'unavailable' };
    case 'declines':
      return { kind: 'declined', reason: behaviour.reason };
    case 'stores':
      return {
        kind: 'tokenized',
        token: capturedToken(behaviour.instrument, reference),
        customer: `cus_${partyId}`,
        cardBrand: behaviour.cardBrand,
        lastFour: card.number.slice(-4),
        expirationMonth: card.expirationMonth,
        expirationYear: card.expirationYear,
      };
  }
}

function asCharge(row: { readonly id: string; readonly amountCents: number }): Charge {
  return { externalId: row.id, amountCents: cents(row.amountCents) };
}
