import { z } from 'zod';
import { recordAudit } from '../../../../core/audit/record.js';
import { CARD_BRANDS } from '../../../../core/cards/card-number.js';
import { mayHoldCardNumber } from '../../../../core/cards/card-numbers-in-text.js';
import { composed, plainName } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import { findRowKey } from '../../../../core/db/row-key.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { FinalAnswer, StoredAnswer } from '../../../../core/idempotency/decision.js';
import { finish, storedAnswer } from '../../../../core/idempotency/idempotency.js';
import { finalRefusal } from '../../../../core/idempotency/stored-refusal.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope, requireSecureHost } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { auditedMethod } from '../payment-method/audited-method-fields.js';
import { writtenMethod } from '../payment-method/payment-method-response.js';
import { CAPTURE_CARD, capturedAnswer } from './captured-answer.js';
import { clearDefault, insertCapturedMethod, lockParty } from './captured-method.store.js';
import {
  answerOfCapture,
  type CardCaptureRow,
  captureOwner,
  deleteCapture,
  endLease,
  lockCapture,
  lockKeyOfCapture,
} from './card-capture.store.js';
import type { CapturedCard } from './card-capture.type.js';

const harmless = z.string().refine((value) => !mayHoldCardNumber(value));
const name = plainName({ maximum: 100 });

/** Only the secure host calls this; it guards against a mistake there that would send the card itself. */
const outcome = z.strictObject({
  processor: harmless,
  token: harmless,
  customer: harmless.nullish(),
  cardBrand: z.enum(CARD_BRANDS),
  lastFour: z.string().regex(/^[0-9]{4}$/),
  expirationMonth: z.int().min(1).max(12),
  expirationYear: z.int().min(2000).max(2099),
  holderName: name,
  nickname: name.nullish(),
  setDefault: z.boolean(),
});
type Outcome = z.output<typeof outcome>;

export type ConcludingParts = Pick<ServiceParts, 'db' | 'clock' | 'contactDigests'>;

/** The second half of a card capture: writes the card's outcome and the key's answer in one transaction. */
export class CaptureConcluder {
  readonly #parts: ConcludingParts;

  constructor(parts: ConcludingParts) {
    this.#parts = parts;
  }

  /**
   * When repeated, or when another try with the same key was faster, it returns what is stored. @throws {Problem}
   * `card_declined`
   */
  async complete(principal: Principal, id: string, brought: unknown): Promise<CapturedCard> {
    admit(principal);
    const made = outcome.parse(brought);
    return this.#conclude(principal, id, async (tx, capture) => {
      if (made.setDefault) await this.#clearDefault(tx, principal, capture);
      const resource = await tx.first(principal, insertCapturedMethod, {
        ...columns(capture, made),
        actor: principal.actor,
      });
      if (resource === undefined) throw new Error('a capture disappeared while its card was stored');
      const { organizationId } = capture;
      const after = { ...auditedMethod(this.#parts.contactDigests, resource), isDefault: made.setDefault };
      const act = { action: 'payment_method.create', subject: resource.id, organizationId, after };
      await recordAudit(tx, this.#parts.clock, principal, act);
      return { kind: 'resource', resource, written: writtenMethod(resource) };
    });
  }

  async #clearDefault(tx: Transaction, principal: Principal, capture: CardCaptureRow): Promise<void> {
    const { partyId, organizationId } = capture;
    await tx.first(principal, lockParty, { partyId, organizationId });
    for (const { id } of await tx.many(principal, clearDefault, { partyId, organizationId })) {
      const change = { before: { isDefault: true }, after: { isDefault: false } };
      const act = { action: 'payment_method.update', subject: id, organizationId, ...change };
      await recordAudit(tx, this.#parts.clock, principal, act);
    }
  }

  /** @throws {Problem} `card_declined`, unless another try with the same key has stored the card. */
  async decline(principal: Principal, id: string, reason: string): Promise<CapturedCard> {
    return this.#conclude(principal, id, async () => finalRefusal('card_declined', { reason }));
  }

  /** Nothing was stored: the same body may be tried again at once, under the same reference. */
  async release(principal: Principal, id: string): Promise<boolean> {
    admit(principal);
    return isId(id) && (await this.#parts.db.first(principal, endLease, { id })) !== undefined;
  }

  async #conclude(
    principal: Principal,
    id: string,
    write: (tx: Transaction, capture: CardCaptureRow) => Promise<FinalAnswer>,
  ): Promise<CapturedCard> {
    admit(principal);
    const { answer, replayed } = await this.#parts.db.transaction(async (tx) => {
      const key = isId(id) ? await findRowKey(tx, principal, captureOwner, id) : undefined;
      if (key !== undefined) await tx.first(principal, lockKeyOfCapture, key);
      const capture = key && (await tx.first(principal, lockCapture, key));
      if (capture === undefined) return { answer: await this.#earlier(tx, principal, id), replayed: true };
      const written = await write(tx, capture);
      const { organizationId } = capture;
      await finish(tx, principal, { organizationId, operation: CAPTURE_CARD, subjectId: id }, written);
      await tx.first(principal, deleteCapture, { id, organizationId });
      return { answer: written, replayed: false };
    });
    return { answer: capturedAnswer(answer), replayed };
  }

  /** @throws {Problem} `outcome_unknown` if the key was deleted in between: a repeated request begins a new capture. */
  async #earlier(tx: Transaction, principal: Principal, subjectId: string): Promise<StoredAnswer> {
    const known = isId(subjectId) ? await tx.first(principal, answerOfCapture, { captureId: subjectId }) : undefined;
    const answer = known && storedAnswer(known);
    if (answer === undefined) throw new Problem('outcome_unknown');
    return answer;
  }
}

function admit(principal: Principal): void {
  requireScope(principal, 'payment_methods:write');
  requireSecureHost(principal);
}

function columns({ id: captureId, organizationId }: CardCaptureRow, { setDefault: isDefault, ...made }: Outcome) {
  return {
    ...made,
    captureId,
    organizationId,
    customer: made.customer ?? null,
    holderName: composed(made.holderName),
    nickname: composed(made.nickname) ?? null,
    isDefault,
  };
}
