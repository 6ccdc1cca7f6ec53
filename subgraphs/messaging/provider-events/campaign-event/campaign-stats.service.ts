import type { Database } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import { type CampaignCountRow, campaignCounts } from './campaign-stats.reads.store.js';

export interface CampaignCounts {
  readonly campaignId: string;
  readonly counts: readonly CampaignCountRow[];
}

/** Counts engagement events. */
export class CampaignStatsService {
  constructor(private readonly db: Database) {}

  /** @throws {Problem} `campaign_not_found`, the same for a foreign and a missing id. */
  async requireCampaign(principal: Principal, id: string): Promise<void> {
    requireScope(principal, 'campaign_events:read');
    const found =
      isId(id) && (await this.db.models(principal).campaign.findFirst({ select: { id: true }, where: { id } }));
    if (!found) throw new Problem('campaign_not_found');
  }

  /** @throws {Problem} `campaign_not_found`, the same for a foreign and a missing id. */
  async of(principal: Principal, campaignId: string): Promise<CampaignCounts> {
    requireScope(principal, 'campaign_events:read');
    const counts = isId(campaignId) ? await this.db.many(principal, campaignCounts, { campaignId }) : [];
    if (counts.length === 0) throw new Problem('campaign_not_found');
    return { campaignId, counts };
  }
}
