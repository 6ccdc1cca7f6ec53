import { eventFilter, familyOf } from '../../../../core/contract/event-subscription.js';
import { distinct } from '../../../../core/contract/query-parameters.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { issuesFromZod } from '../../../../core/errors/from-zod.js';
import { invalid } from '../../../../core/errors/problem.js';
import type { PageArguments } from '../../../../core/graphql/page-arguments.js';
import { codeFilter, isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstantOf } from '../../../../core/time/dates.js';
import {
  EVENT_LIST,
  type EventPosition,
  type EventRow,
  eventById,
  KEPT_DAYS,
  startOfTime,
  timeOfId,
} from './event.reads.store.js';

export interface EventFilters extends PageArguments {
  readonly organizationId?: string | null;
  readonly type?: string | null;
  readonly types?: readonly string[] | null;
  readonly objectId?: string | null;
  readonly after?: string | null;
  /** RFC 3339. */
  readonly since?: string | null;
}

type EventParts = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

const KEPT_MS = KEPT_DAYS * 86_400_000;

/** Lists events in order, for polling clients. */
export class EventService {
  constructor(private readonly parts: EventParts) {}

  /**
   * The events of the last 30 days, oldest first. An event is served only once no event can appear before it.
   *
   * @throws {Problem} `organization_out_of_scope`, `invalid_limit`; `validation_failed` for a bad cursor, an unknown
   * type, an `after` that is not an event in scope, and a cursor or an `after` from which events may be deleted.
   */
  async list(principal: Principal, request: EventFilters): Promise<Page<EventRow>> {
    requireScope(principal, 'events:read');
    const { organizationId, after } = request;
    const sought = soughtTypes(request);
    const since = this.#since(request);
    const objectId = codeFilter(request.objectId);
    const caller = limitToOrganization(principal, organizationId);
    const list = {
      ...EVENT_LIST,
      start: await this.#start(caller, { ...request, since }),
      requireKept: ({ afterId }: EventPosition) => this.#requireKept('cursor', afterId),
    };
    const parameters = {
      types: sought?.filter((type) => familyOf(type) === undefined) ?? null,
      families: sought?.flatMap((type) => familyOf(type) ?? []) ?? null,
      objectId,
      since,
    };
    const filters = { organizationId, type: sought?.join(), objectId, after, since: request.since };
    return readPage(this.parts, caller, list, parameters, filters, request);
  }

  async #start(caller: Principal, { after = null, since = null, cursor = null }: EventFilters) {
    if (after !== null) {
      this.#requireKept('after', after);
      const last = isId(after) ? await this.parts.db.first(caller, eventById, { id: after }) : undefined;
      if (last === undefined) throw wrong('after', after, 'no such event in your scope');
      return EVENT_LIST.positionOf(last);
    }
    // A cursor defines its own start.
    if (since === null || cursor !== null) return EVENT_LIST.start;
    const found = await this.parts.db.first(caller, startOfTime, { since });
    return found === undefined ? EVENT_LIST.start : { ...EVENT_LIST.start, afterTransaction: found.transactionId };
  }

  /** Null if it excludes nothing, because all stored events are later. */
  #since({ since = null }: EventFilters): string | null {
    if (since === null) return null;
    const instant = isoInstantOf(since);
    if (instant === undefined) throw wrong('since', since, 'not an RFC 3339 date-time');
    return Date.parse(instant) <= this.#oldest() ? null : instant;
  }

  /** Uses the time in the id, not the row, so that unknown, foreign and deleted events get the same response. */
  #requireKept(name: 'after' | 'cursor', id: string): void {
    if (timeOfId(id) < this.#oldest())
      throw wrong(name, id, `more than ${KEPT_DAYS} days old, so later events may be deleted: start without it`);
  }

  #oldest(): number {
    return this.parts.clock.now().epochMilliseconds - KEPT_MS;
  }
}

/** Null: all. */
function soughtTypes({ type, types }: EventFilters): readonly string[] | null {
  if ((type ?? types ?? null) === null) return null;
  const given = [...(types ?? []), ...(type === undefined || type === null ? [] : [type])];
  for (const one of given) {
    const { error } = eventFilter.safeParse(one);
    if (error !== undefined) throw invalid(issuesFromZod({ error, input: one, at: ['query', 'type'] }));
  }
  return distinct(given);
}

function wrong(name: 'after' | 'cursor' | 'since', input: string, why: string) {
  return invalid([
    { loc: ['query', name], msg: `Value error, ${why}`, type: 'value_error', input: input.slice(0, 200) },
  ]);
}
