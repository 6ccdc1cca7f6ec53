import type { StoredCard } from '../../../../connectors/card-processors/charge-queries-interface.js';
import type { CardProcessors } from '../../../../connectors/card-processors/registry.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { EventOutcome } from '../../processor-events/event-handlers-interface.js';
import { PROCESSOR_EVENTS_JOB } from '../../processor-events/store-and-enqueue-event.js';
import { methodsByToken, renewMethod } from './card-renewal.store.js';

export interface RenewerParts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly processors: CardProcessors;
}

/** Updates what is shown of a method after its network renewed the card. */
export class CardRenewer {
  readonly #parts: RenewerParts;

  constructor(parts: RenewerParts) {
    this.#parts = parts;
  }

  async settle(processor: string, token: string): Promise<EventOutcome> {
    const found = (await this.#parts.processors.toAsk(processor)?.storedCard(token)) ?? { kind: 'unavailable' };
    if (found.kind === 'unavailable') return { kind: 'later' };
    if (found.kind === 'absent' || found.card.organizationId === null || !isId(found.card.organizationId)) {
      return { kind: 'done', outcome: 'unknown_method' };
    }
    const renewed = await this.#renewed(processor, token, found.card, found.card.organizationId);
    return { kind: 'done', outcome: renewed ?? 'unknown_method' };
  }

  #renewed(processor: string, token: string, card: StoredCard, organizationId: string): Promise<string | undefined> {
    const { db, clock } = this.#parts;
    const principal = limitToOrganization(PROCESSOR_EVENTS_JOB, organizationId);
    return db.transaction(async (tx) => {
      let outcome: string | undefined;
      for (const before of await tx.many(principal, methodsByToken, { processor, token, organizationId })) {
        const { id } = before;
        const { lastFour, expirationMonth, expirationYear, cardBrand } = card;
        const shown = { lastFour, expirationMonth, expirationYear, cardBrand: cardBrand ?? before.cardBrand };
        const renewal = { id, organizationId, ...shown, actor: PROCESSOR_EVENTS_JOB.actor };
        const changed = await tx.first(principal, renewMethod, renewal);
        outcome ??= 'method_unchanged';
        if (changed === undefined) continue;
        outcome = 'method_changed';
        const { id: _id, ...was } = before;
        const act = { action: 'payment_method.update', subject: id, organizationId, before: was, after: shown };
        await recordAudit(tx, clock, principal, act);
      }
      return outcome;
    });
  }
}
