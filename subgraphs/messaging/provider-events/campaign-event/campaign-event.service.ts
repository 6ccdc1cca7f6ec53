import { z } from 'zod';
import {
  type CampaignEventType,
  EVENT_PAGE,
  EVENT_PAGE_SIZE,
  instantText,
  refusePageAndCursor,
  refuseReversedRange,
} from '../../../../core/contract/campaign-event.js';
import type { Database } from '../../../../core/db/database.js';
import type { CursorSubject, Cursors } from '../../../../core/db/list-cursors-and-limits.js';
import { AFTER_EVERY_ID } from '../../../../core/db/paged-lists.js';
import { issuesFromZod } from '../../../../core/errors/from-zod.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import { type CampaignEventRow, type CountedEventRow, campaignEventPage } from './campaign-event.reads.store.js';

export interface CampaignEventRequest {
  readonly workspaceId: string;
  readonly eventType?: CampaignEventType | null;
  /** Both exclusive. */
  readonly after?: string | null;
  readonly before?: string | null;
  readonly page?: number | null;
  readonly pageSize?: number | null;
  /** `nextCursor` of the previous page; replaces `page`. */
  readonly cursor?: string | null;
}

export interface NumberedPage {
  readonly items: readonly CampaignEventRow[];
  readonly page: {
    readonly page: number;
    readonly pageSize: number;
    readonly totalItems: number;
    readonly totalPages: number;
    readonly nextCursor: string | null;
  };
}

/** Where a page begins: after an event, plus `offset` events. */
interface Beginning {
  /** The number of the page in a cursor walk, from 1. */
  readonly number: number;
  readonly behindAt: string;
  readonly behindId: string;
  readonly offset: number;
}

/** Reads events of a workspace, by page number or by cursor. */
export class CampaignEventService {
  constructor(
    private readonly db: Database,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Latest first; a page past the last is empty and reports the total. Events that arrive between requests shift
   * others to higher page numbers, so numbered pages may repeat events; cursors never do.
   *
   * @throws {Problem} `workspace_not_found`, the same for a foreign and a missing id; `validation_failed`.
   */
  async list(principal: Principal, request: CampaignEventRequest): Promise<NumberedPage> {
    requireScope(principal, 'campaign_events:read');
    const { workspaceId, eventType } = request;
    const { date_from: after, date_to: before, page, page_size: pageSize } = checkedQuery(request);
    const filters = { workspaceId, eventType: eventType ?? null, after: after ?? null, before: before ?? null };
    const subject = { list: 'campaign_events', allowlist: principal.organizationIds, filters };
    const { number, ...beginning } = this.#beginning(subject, request.cursor, page, pageSize);
    const found = isId(workspaceId)
      ? await this.db.many(principal, campaignEventPage, {
          workspaceId,
          eventType: eventType ?? null,
          after: after ?? '-infinity',
          before: before ?? 'infinity',
          limit: pageSize + 1,
          ...beginning,
        })
      : [];
    const [first] = found;
    if (first === undefined) throw new Problem('workspace_not_found');
    const { totalItems } = first;
    const items = found.filter(isEvent).slice(0, pageSize);
    const last = found.length > pageSize ? items.at(-1) : undefined;
    const nextCursor =
      last === undefined ? null : this.cursors.encode(subject, [last.occurredAt, last.id, String(number + 1)]);
    return {
      items,
      page: { page: number, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize), nextCursor },
    };
  }

  #beginning(subject: CursorSubject, cursor: string | null | undefined, page: number, pageSize: number): Beginning {
    if (cursor === null || cursor === undefined) {
      return { number: page, behindAt: 'infinity', behindId: AFTER_EVERY_ID, offset: (page - 1) * pageSize };
    }
    const [behindAt = '', behindId = '', number = ''] = this.cursors.decode(subject, cursor).after;
    return { number: Number(number), behindAt, behindId, offset: 0 };
  }
}

function isEvent(row: CountedEventRow): row is CampaignEventRow & { totalItems: number } {
  return row.id !== null;
}

const querySchema = z
  .object({
    date_from: instantText.nullish(),
    date_to: instantText.nullish(),
    page: z.int().min(EVENT_PAGE.minimum).max(EVENT_PAGE.maximum),
    page_size: z.int().min(EVENT_PAGE_SIZE.minimum).max(EVENT_PAGE_SIZE.maximum),
    cursor: z.string().nullish(),
  })
  .superRefine(refuseReversedRange)
  .superRefine(refusePageAndCursor);

/** The REST facade checks this before; for GraphQL this is the only check. */
function checkedQuery({ after, before, page, pageSize, cursor }: CampaignEventRequest): z.output<typeof querySchema> {
  const query = {
    date_from: after,
    date_to: before,
    page: page ?? EVENT_PAGE.fallback,
    page_size: pageSize ?? EVENT_PAGE_SIZE.fallback,
    cursor,
  };
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) throw invalid(issuesFromZod({ error: parsed.error, input: query, at: ['query'] }));
  return parsed.data;
}
