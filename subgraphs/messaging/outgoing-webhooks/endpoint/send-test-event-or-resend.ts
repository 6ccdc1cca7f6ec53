import { z } from 'zod';
import { checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { resendBody } from '../../../../core/contract/webhook-endpoint.js';
import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import {
  type ActAnswer,
  createOnce,
  keyedRequest,
  storeResult,
} from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { claim, release } from '../../../../core/idempotency/idempotency.js';
import { storedResource } from '../../../../core/idempotency/stored-resource.js';
import { isId, newId } from '../../../../core/ids/ids.js';
import {
  limitToOrganization,
  type Principal,
  requireScope,
  systemPrincipal,
} from '../../../../core/principal/principal.js';
import { deliverTest } from '../delivery/delivery.store.js';
import { eventById } from '../event/event.reads.store.js';
import type { EndpointRow } from './endpoint.store.js';
import { auditEndpoint, type EndpointParts, firstOf, lock, lockEnabled } from './endpoint-locking-and-audit.js';
import { insertEndpointEvents } from './insert-events-about-endpoint.js';
import { type ResentEvents, resendEvents } from './resend-events.js';

const WEBHOOKS = systemPrincipal('webhooks');

/** Events sent to an endpoint on request: a test event, or earlier events again. Each request once per key. */
export class RequestedDeliveries {
  readonly #parts: EndpointParts;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  /**
   * Sends a test event. Returns the event's id.
   *
   * @throws {Problem} `webhook_endpoint_not_found`, `webhook_endpoint_disabled`, `idempotency_conflict`,
   * `idempotency_in_progress`
   */
  async test(
    principal: Principal,
    id: string,
    idempotencyKey?: string | null,
  ): Promise<ActAnswer<{ readonly eventId: string }>> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    checkedOptionalKeyWrite(NO_BODY, {}, idempotencyKey);
    return this.#parts.db.transaction(async (tx) => {
      const { organizationIds } = await lock(tx, principal, id);
      const organizationId = firstOf(organizationIds, principal);
      const act = { operation: 'test_webhook_endpoint', idempotencyKey, path: [id], body: {} };
      return createOnce(
        { tx, principal, clientKeys: this.#parts.clientKeys },
        {
          request: { organizationId, ...act },
          kept: keptEvent,
          perform: async () => {
            const sent = await this.#sendTest(tx, principal, id);
            return { kept: sent, answer: sent };
          },
          repeat: async (_, kept) => kept,
        },
      );
    });
  }

  async #sendTest(tx: Transaction, principal: Principal, id: string): Promise<{ readonly eventId: string }> {
    const endpoint = await lockEnabled(tx, principal, id);
    const [first] = endpoint.organizationIds;
    const organizationIds = first === undefined ? [] : [first];
    const event = {
      type: 'webhook_endpoint.test',
      status: endpoint.status,
      previousStatus: null,
      code: null,
      actor: principal.actor,
    } as const;
    const [made] = await insertEndpointEvents(tx, { id, organizationIds }, event);
    if (made === undefined) throw new Error('a webhook endpoint has no organization');
    const [organizationId, eventId] = made;
    await tx.many(limitToOrganization(WEBHOOKS, organizationId), deliverTest, {
      organizationId,
      endpointId: id,
      eventId,
    });
    const { clock } = this.#parts;
    await auditEndpoint({ tx, clock, principal }, 'test', endpoint, {});
    return { eventId };
  }

  /**
   * With a key, a repetition of a completed request returns its numbers. A repetition of an interrupted one continues
   * it, and does not queue a waiting event twice.
   *
   * @see resendEvents
   * @throws {Problem} `validation_failed`, `webhook_endpoint_not_found`, `webhook_endpoint_disabled`,
   * `event_not_found`, `idempotency_conflict`, `idempotency_in_progress`
   */
  async resend(
    principal: Principal,
    id: string,
    input: unknown,
    idempotencyKey?: string | null,
  ): Promise<ActAnswer<ResentEvents>> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    const asked = checkedOptionalKeyWrite(resendBody, input, idempotencyKey);
    const { db, clock, clientKeys } = this.#parts;
    const begun = await db.transaction(async (tx) => {
      const act = { operation: RESEND, idempotencyKey, path: [id], body: { ...asked } };
      const { organizationIds } = await lock(tx, principal, id);
      const keyed = keyedRequest(clientKeys, principal, {
        organizationId: firstOf(organizationIds, principal),
        ...act,
      });
      const decision = keyed && (await claim(tx, principal, keyed, newId()));
      if (decision !== undefined && decision.kind !== 'proceed')
        return { known: keptEvents.parse(storedResource(decision).resource) };
      const endpoint = await lockEnabled(tx, principal, id);
      await this.#requireEvent(tx, principal, endpoint, asked.event_id ?? asked.after);
      await auditEndpoint({ tx, clock, principal }, 'resend', endpoint, { after: asked });
      if (keyed === undefined || decision === undefined) return { keyed: undefined };
      const subject = { organizationId: keyed.organizationId, operation: RESEND, subjectId: decision.subjectId };
      await release(tx, principal, subject);
      return { keyed: subject };
    });
    if (begun.known !== undefined) return { ...begun.known, replayed: true };
    const locked = (tx: Transaction) => lockEnabled(tx, principal, id);
    const after = asked.after === undefined ? undefined : await db.first(principal, eventById, { id: asked.after });
    const answer = await resendEvents({ db, locked }, id, { ...asked, after });
    const { keyed } = begun;
    if (keyed !== undefined) await db.transaction((tx) => storeResult(tx, principal, keyed, keyed.subjectId, answer));
    return { ...answer, replayed: false };
  }

  /** @throws {Problem} `event_not_found` */
  async #requireEvent(tx: Transaction, principal: Principal, endpoint: EndpointRow, id: string | undefined) {
    if (id === undefined) return;
    const event = await findEvent(tx, principal, id);
    if (event === undefined || !endpoint.organizationIds.includes(event.organizationId))
      throw new Problem('event_not_found');
  }
}

const NO_BODY = z.strictObject({});
const RESEND = 'resend_webhook_events';
const keptEvent = z.object({ eventId: z.string() });
/** Answers that an earlier version stored count everything as queued. */
const keptEvents = z.object({ queued: z.int(), alreadyWaiting: z.int().default(0), nextAfter: z.string().nullable() });

async function findEvent(tx: Transaction, principal: Principal, id: string) {
  return isId(id) ? tx.first(principal, eventById, { id }) : undefined;
}
