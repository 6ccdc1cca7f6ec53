import { z } from 'zod';
import { recordAudit } from '../../../core/audit/record.js';
import { checkedBody } from '../../../core/contract/checked-write.js';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../core/db/paged-lists.js';
import { Problem } from '../../../core/errors/problem.js';
import type { PageArguments } from '../../../core/graphql/page-arguments.js';
import { codeFilter, isId } from '../../../core/ids/ids.js';
import { type Principal, requireRoleEverywhere, requireSecureHost } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import {
  PROCESSOR_EVENTS,
  type ProcessorEventRow,
  processorEventById,
  reopenProcessorEvent,
} from './processor-event.store.js';
import { enqueueEvent, storeEvent } from './store-and-enqueue-event.js';

export type ProcessorEventParts = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

export interface ProcessorEventListRequest extends PageArguments {
  readonly status?: string | null;
  readonly processor?: string | null;
}

const name = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const taken = z.object({
  processor: z.string().regex(/^[a-z0-9_-]{1,64}$/),
  externalId: name,
  type: name,
  aboutKind: z.enum(['charge', 'method']).nullish(),
  aboutId: name.nullish(),
});

/** Events of card processors: received from the secure host, shown to operators, replayed by them. */
export class ProcessorEventService {
  constructor(private readonly parts: ProcessorEventParts) {}

  /** @returns whether it is new. @throws {Problem} `insufficient_scope` for every caller but the secure host. */
  take(principal: Principal, input: unknown): Promise<boolean> {
    requireSecureHost(principal);
    const { processor, externalId, type, aboutKind, aboutId } = checkedBody(taken, input);
    const about = aboutKind != null && aboutId != null ? { kind: aboutKind, id: aboutId } : null;
    return storeEvent(this.parts.db, processor, { externalId, type, about }, 'told');
  }

  /** Newest first; they belong to no organization. @throws {Problem} `insufficient_scope` */
  async list(principal: Principal, request: ProcessorEventListRequest): Promise<Page<ProcessorEventRow>> {
    requireRoleEverywhere(principal, 'viewer');
    const { status = null } = request;
    const processor = codeFilter(request.processor);
    return readPage(this.parts, principal, PROCESSOR_EVENTS, { status, processor }, { status, processor }, request);
  }

  /**
   * Processes an event again, whatever its previous result; audited.
   *
   * @throws {Problem} `insufficient_scope`, `processor_event_not_found`
   */
  async replay(principal: Principal, id: string): Promise<ProcessorEventRow> {
    requireRoleEverywhere(principal, 'supervisor');
    if (!isId(id)) throw new Problem('processor_event_not_found');
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      const before = await tx.first(principal, processorEventById, { id });
      const reopened = before && (await tx.first(principal, reopenProcessorEvent, { id }));
      if (reopened === undefined) throw new Problem('processor_event_not_found');
      await enqueueEvent(tx, id, 0);
      await recordAudit(tx, clock, principal, {
        action: 'processor_event.replay',
        subject: id,
        organizationId: null,
        before: { status: before?.status ?? null, outcome: before?.outcome ?? null },
        after: { status: reopened.status, event: reopened.externalId },
      });
      return reopened;
    });
  }
}
