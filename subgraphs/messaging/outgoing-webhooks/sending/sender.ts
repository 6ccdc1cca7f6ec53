import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivered, WebhookReceivers } from '../../../../connectors/webhook-receivers/deliver-message.js';
import { maskedText } from '../../../../core/contract/stored-text.js';
import { newId } from '../../../../core/ids/ids.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import {
  type ClaimedDelivery,
  claimDeliveries,
  fanOut,
  LEASE_MS,
  subscriptionsDue,
  writeAttempt,
} from '../delivery/delivery.store.js';
import { type Subscription, subscriptionsBehind } from '../delivery/subscription.store.js';
import { type EnabledEndpoint, enabledEndpoints } from '../endpoint/endpoint.store.js';
import { secretsOf } from '../endpoint/endpoint-secrets.js';
import { ATTEMPT_LIMITS, type AttemptLimits, AttemptsInProgress } from './concurrent-attempt-limits.js';
import { recordFailure } from './count-failure-and-disable-endpoint.js';
import { recordDelivered } from './endpoint-health.store.js';
import { messageOf } from './event-message.js';
import { pauseAfter } from './retry-schedule.js';

const WEBHOOKS = systemPrincipal('webhooks');

/** Events of one organization that one statement queues for one endpoint. */
const FAN_OUT = 500;
const LOOKS_EVERY_MS = 500;
const STOPS_WITHIN_MS = 3_000;

export interface SenderParts extends Pick<ServiceParts, 'db' | 'clock' | 'secrets' | 'logger'> {
  readonly receivers: WebhookReceivers;
  /** Maximum time of an attempt in milliseconds, including the write of its outcome; after that it counts as lost. */
  readonly leaseMs?: number;
  readonly limits?: AttemptLimits;
}

/**
 * Sends events to webhook endpoints while it runs; any number of processes may. The queue is in Postgres: a process
 * that dies during an attempt leaves a leased delivery, and another process repeats the attempt with the same id. A
 * failing receiver is not a failed job: it has its own log, pauses and end.
 */
export class WebhookSender {
  readonly #underWay = new AttemptsInProgress();
  readonly #tries = new Set<Promise<void>>();
  #stopping = new AbortController();
  #wake = new AbortController();
  #isWoken = false;
  #looking: Promise<void> | undefined;

  constructor(private readonly parts: SenderParts) {}

  start(): void {
    this.#looking = this.#lookOn();
  }

  /** Starts no more attempts. An attempt that a receiver delays is left to its lease. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    await this.#looking;
    const patience = new AbortController();
    await Promise.race([
      Promise.all(this.#tries),
      sleep(STOPS_WITHIN_MS, undefined, { signal: patience.signal, ref: false }).catch(() => undefined),
    ]);
    patience.abort();
  }

  async #lookOn(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      let hasMore = false;
      try {
        hasMore = await this.#look();
      } catch (error) {
        this.parts.logger.warn({ err: error }, 'the queue of webhooks could not be read; retrying');
      }
      if (!hasMore) await this.#rest();
    }
  }

  /** Waits for the next poll, or until a finished attempt makes room for another. */
  async #rest(): Promise<void> {
    if (this.#isWoken || this.#stopping.signal.aborted) {
      this.#isWoken = false;
      return;
    }
    this.#wake = new AbortController();
    await sleep(LOOKS_EVERY_MS, undefined, { signal: this.#wake.signal }).catch(() => undefined);
    this.#isWoken = false;
  }

  /** @returns whether more work may be due immediately. */
  async #look(): Promise<boolean> {
    const { db } = this.parts;
    const endpoints = new Map((await db.many(WEBHOOKS, enabledEndpoints, {})).map((row) => [row.id, row]));
    if (endpoints.size === 0) return false;
    let hasMore = false;
    for (const subscription of await db.many(WEBHOOKS, subscriptionsBehind, {})) {
      const endpoint = endpoints.get(subscription.endpointId);
      if (endpoint !== undefined && (await this.#fanOut(subscription, endpoint))) hasMore = true;
    }
    const found = await db.many(WEBHOOKS, subscriptionsDue, {});
    const due = found.filter(({ endpointId }) => endpoints.has(endpointId));
    for (const subscription of this.#underWay.inTurn(due)) {
      const endpoint = endpoints.get(subscription.endpointId);
      if (endpoint !== undefined) await this.#claim(subscription, endpoint, this.#underWay.organizations(due));
    }
    return hasMore;
  }

  async #fanOut({ organizationId, endpointId }: Subscription, { types }: EnabledEndpoint): Promise<boolean> {
    const asked = { organizationId, endpointId, types, limit: FAN_OUT };
    const done = await this.parts.db.first(limitToOrganization(WEBHOOKS, organizationId), fanOut, asked);
    return done?.seen === FAN_OUT;
  }

  async #claim(subscription: Subscription, endpoint: EnabledEndpoint, organizations: number): Promise<void> {
    const { leaseMs = LEASE_MS, limits = ATTEMPT_LIMITS } = this.parts;
    const limit = this.#underWay.room(subscription, organizations, limits);
    if (limit === 0 || this.#stopping.signal.aborted) return;
    const { organizationId, endpointId } = subscription;
    const asked = { organizationId, endpointId, limit, leaseMs };
    const claimed = await this.parts.db.many(limitToOrganization(WEBHOOKS, organizationId), claimDeliveries, asked);
    for (const delivery of claimed) {
      this.#underWay.begin(delivery);
      const trying = this.#try(delivery, endpoint).finally(() => {
        this.#tries.delete(trying);
        this.#underWay.end(delivery);
        this.#isWoken = true;
        this.#wake.abort();
      });
      this.#tries.add(trying);
    }
  }

  /** Never rejects: an attempt that could not be recorded is repeated when its lease expires. */
  async #try(delivery: ClaimedDelivery, endpoint: EnabledEndpoint): Promise<void> {
    const { receivers, secrets, logger } = this.parts;
    try {
      const message = messageOf(delivery);
      const outcome = await receivers.send({
        ...message,
        url: endpoint.url,
        secrets: secretsOf(secrets, endpoint),
        at: new Date(),
      });
      await this.#settle(delivery, outcome);
    } catch (error) {
      const { endpointId: endpoint_id, eventId: event_id } = delivery;
      logger.error({ err: error, endpoint_id, event_id }, 'a webhook attempt failed or could not be recorded');
    }
  }

  async #settle(delivery: ClaimedDelivery, outcome: Delivered): Promise<void> {
    const { organizationId, endpointId, eventId, tries } = delivery;
    const { succeeded, httpStatus, error, durationMs, answer } = outcome;
    const pause = succeeded ? undefined : pauseAfter({ tries, retryAfterMs: outcome.retryAfterMs }, Math.random());
    const status = succeeded ? 'delivered' : pause === undefined ? 'failed' : 'pending';
    const attempt = { id: newId(), organizationId, endpointId, eventId, tries, status, pauseMs: pause ?? 0 };
    await this.parts.db.transaction(async (tx) => {
      const written = {
        ...attempt,
        succeeded,
        httpStatus,
        error,
        durationMs,
        answer: answer === null ? null : maskedText(answer),
      };
      await tx.many(limitToOrganization(WEBHOOKS, organizationId), writeAttempt, written);
      if (succeeded) await tx.many(WEBHOOKS, recordDelivered, { id: endpointId });
      else await recordFailure(this.parts, tx, delivery, outcome);
    });
  }
}
