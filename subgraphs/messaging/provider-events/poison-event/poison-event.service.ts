import { z } from 'zod';
import type { EmailProviders } from '../../../../connectors/email-providers/registry.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { Problem } from '../../../../core/errors/problem.js';
import { redactedError } from '../../../../core/errors/redacted-error.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireRoleEverywhere, systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { enter, setsOf } from '../campaign-event/enter-events.js';
import type { EnteringEvent } from '../campaign-event/entering-event.js';
import {
  lockPoison,
  markFailed,
  markReplayed,
  POISON_EVENTS,
  type PoisonEventRow,
  type PoisonToReplay,
  poisonByIds,
  poisonToReplay,
} from './poison-event.store.js';
import { reparseEvent } from './reparse-event.js';

export interface PoisonParts extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'secrets'> {
  readonly providers: EmailProviders;
}

export interface PoisonListRequest {
  readonly isReplayed?: boolean | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
}

/** Maximum events of one replay request. */
const replayBody = z.object({ ids: z.array(z.string()).max(100) });

const REPLAY = systemPrincipal('replay');

/** For operators: lists events that could not be stored, and retries them. */
export class PoisonEventService {
  constructor(private readonly parts: PoisonParts) {}

  /** Newest first. @throws {Problem} `insufficient_scope` unless the caller is an operator of all organizations. */
  async list(principal: Principal, request: PoisonListRequest): Promise<Page<PoisonEventRow>> {
    requireRoleEverywhere(principal, 'supervisor'); // they belong to no organization yet
    const isReplayed = request.isReplayed ?? null;
    const { from, to } = request;
    const parameters = { isReplayed, ...instants(dateRange(from, to)) };
    const filters = { isReplayed: isReplayed === null ? null : String(isReplayed), from, to };
    return readPage(this.parts, principal, POISON_EVENTS, parameters, filters, request);
  }

  /**
   * Retries each event separately: stored ones are marked as replayed, the others get their new error. Unknown ids
   * are omitted.
   *
   * @throws {Problem} `insufficient_scope`; `validation_failed` for more than 100 ids.
   */
  async replay(principal: Principal, ids: readonly string[]): Promise<readonly PoisonEventRow[]> {
    requireRoleEverywhere(principal, 'supervisor'); // they belong to no organization yet
    const known = [...new Set(checkedBody(replayBody, { ids }).ids)].filter(isId);
    for (const id of known) await this.#replayOne(principal, id);
    return this.parts.db.many(REPLAY, poisonByIds, { ids: known });
  }

  async #replayOne(principal: Principal, id: string): Promise<void> {
    const { db } = this.parts;
    try {
      await this.#enterAgain(principal, id);
    } catch (error) {
      if (error instanceof Problem) throw error;
      await db.many(REPLAY, markFailed, { id, error: redactedError(error) });
    }
  }

  /** A whole call may have thousands of events: enters them set by set; receipts identify repeated ones. */
  async #enterAgain(principal: Principal, id: string): Promise<void> {
    const { db, secrets } = this.parts;
    const poison = await db.first(REPLAY, poisonToReplay, { id });
    if (poison === undefined || poison.replayedAt !== null) return;
    const { provider, setAside } = poison;
    const { source } = setAside;
    const events = this.#eventsOf(poison);
    const sets = setsOf(events);
    for (const set of sets.slice(0, -1)) {
      await db.transaction((tx) => enter(tx, secrets, { provider, source, events: set }));
    }
    await db.transaction(async (tx) => {
      const held = await tx.first(REPLAY, lockPoison, { id });
      if (held === undefined || held.replayedAt !== null) return;
      await enter(tx, secrets, { provider, source, events: sets.at(-1) ?? [] });
      await tx.many(REPLAY, markReplayed, { id });
      await this.#record(tx, principal, id, provider, events);
    });
  }

  #record(tx: Transaction, by: Principal, id: string, provider: string, events: readonly EnteringEvent[]) {
    const named = events.slice(0, MOST_NAMED).map(({ event }) => event.providerEventId);
    const before = { isReplayed: false };
    const after = { isReplayed: true, provider, events: events.length, providerEventIds: named };
    // The organizations of its events are determined while they are entered; there may be several lenders.
    const act = { action: 'poison_event.replay', subject: id, organizationId: null, before, after };
    return recordAudit(tx, this.parts.clock, by, act);
  }

  #eventsOf({ provider, position, setAside, body }: PoisonToReplay): readonly EnteringEvent[] {
    if ('event' in setAside) return [setAside];
    return reparseEvent(this.parts.providers.byCode(provider), { ...setAside, position, body });
  }
}

/** The maximum of event ids in the audit entry of a replay. */
const MOST_NAMED = 100;
