import { type Principal, requireScope, within } from '../../../core/auth/principal.js';
import { eventFilter, familyOf } from '../../../core/contract/event.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors, Page } from '../../../core/db/keyset.js';
import { readPage } from '../../../core/db/list.js';
import { issuesFromZod } from '../../../core/errors/from-zod.js';
import { invalid } from '../../../core/errors/problem.js';
import type { PageArguments } from '../../../core/graphql/page-arguments.js';
import { codeFilter, isId } from '../../../core/ids.js';
import { EVENT_LIST, type EventRow, eventById } from './event.store.js';

export interface EventFilters extends PageArguments {
  readonly organizationId?: string | null;
  readonly type?: string | null;
  readonly objectId?: string | null;
  readonly after?: string | null;
}

/** What changed, in order, for whoever polls. */
export class EventService {
  readonly #parts: { readonly db: Database; readonly cursors: Cursors };

  constructor(parts: { readonly db: Database; readonly cursors: Cursors }) {
    this.#parts = parts;
  }

  /**
   * Oldest first, of the last 30 days. An event is served once nothing can come before it any more.
   *
   * @throws {Problem} `organization_out_of_scope`, `invalid_limit`; `validation_failed` for a bad cursor, an unknown type, or an
   *   `after` that is no event within reach.
   */
  async list(principal: Principal, request: EventFilters): Promise<Page<EventRow>> {
    requireScope(principal, 'events:read');
    const { organizationId, type = null, after } = request;
    const objectId = codeFilter(request.objectId);
    const caller = within(principal, organizationId);
    const family = type === null ? undefined : familyOf(checkedType(type));
    const list = { ...EVENT_LIST, start: await this.#start(caller, after) };
    const parameters = { type: family === undefined ? type : null, family: family ?? null, objectId };
    return readPage(this.#parts, caller, list, parameters, { organizationId, type, objectId, after }, request);
  }

  async #start(caller: Principal, after: string | null | undefined) {
    if (after === undefined || after === null) return EVENT_LIST.start;
    const last = isId(after) ? await this.#parts.db.first(caller, eventById, { id: after }) : undefined;
    if (last === undefined) throw noSuchEvent(after);
    return EVENT_LIST.positionOf(last);
  }
}

function checkedType(type: string): string {
  const { error } = eventFilter.safeParse(type);
  if (error !== undefined) throw invalid(issuesFromZod({ error, input: type, at: ['query', 'type'] }));
  return type;
}

function noSuchEvent(after: string) {
  const msg = 'Value error, no such event is within reach';
  return invalid([{ loc: ['query', 'after'], msg, type: 'value_error', input: after.slice(0, 200) }]);
}
