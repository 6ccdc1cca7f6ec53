import { z } from 'zod';
import { type Principal, requireScope } from '../../../core/auth/principal.js';
import {
  type CampaignEventType,
  EVENT_PAGE,
  EVENT_PAGE_SIZE,
  instantText,
  refuseBackwards,
} from '../../../core/contract/campaign-event.js';
import type { Database } from '../../../core/db/database.js';
import { issuesFromZod } from '../../../core/errors/from-zod.js';
import { invalid, Problem } from '../../../core/errors/problem.js';
import { isId } from '../../../core/ids.js';
import { type CampaignEventRow, type CountedEventRow, campaignEventPage } from './campaign-event.store.js';

export interface CampaignEventRequest {
  readonly workspaceId: string;
  readonly eventType?: CampaignEventType | null;
  /** Exclusive, both. */
  readonly after?: string | null;
  readonly before?: string | null;
  readonly page?: number | null;
  readonly pageSize?: number | null;
}

export interface NumberedPage {
  readonly items: readonly CampaignEventRow[];
  readonly page: {
    readonly page: number;
    readonly pageSize: number;
    readonly totalItems: number;
    readonly totalPages: number;
  };
}

/** Reads events of a workspace, by numbered pages. */
export class CampaignEventService {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Latest first; a page past the last is empty, and says how many there are.
   *
   * @throws {Problem} `workspace_not_found`, the same for a foreign and a missing id; `validation_failed`.
   */
  async list(principal: Principal, request: CampaignEventRequest): Promise<NumberedPage> {
    requireScope(principal, 'campaign_events:read');
    const { workspaceId, eventType } = request;
    const { date_from: after, date_to: before, page, page_size: pageSize } = checkedQuery(request);
    const rows = isId(workspaceId)
      ? await this.#db.many(principal, campaignEventPage, {
          workspaceId,
          eventType: eventType ?? null,
          after: after ?? '-infinity',
          before: before ?? 'infinity',
          limit: pageSize,
          offset: (page - 1) * pageSize,
        })
      : [];
    const [first] = rows;
    if (first === undefined) throw new Problem('workspace_not_found');
    const { totalItems } = first;
    return {
      items: rows.filter(isEvent),
      page: { page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize) },
    };
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
  })
  .superRefine(refuseBackwards);

/** What the edge has checked already of a REST request; of GraphQL's nobody has. */
function checkedQuery({ after, before, page, pageSize }: CampaignEventRequest): z.output<typeof querySchema> {
  const query = {
    date_from: after,
    date_to: before,
    page: page ?? EVENT_PAGE.fallback,
    page_size: pageSize ?? EVENT_PAGE_SIZE.fallback,
  };
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) throw invalid(issuesFromZod({ error: parsed.error, input: query, at: ['query'] }));
  return parsed.data;
}
