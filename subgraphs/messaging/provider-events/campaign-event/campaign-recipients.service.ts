import type { CampaignEventType } from '../../../../core/contract/campaign-event.js';
import { maskedEmail } from '../../../../core/contract/masked-contact.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListParts, readPage } from '../../../../core/db/paged-lists.js';
import type { PageArguments } from '../../../../core/graphql/page-arguments.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { RECIPIENTS, type RecipientRow } from './campaign-recipients.reads.store.js';
import type { CampaignStatsService } from './campaign-stats.service.js';

export interface RecipientsRequest extends PageArguments {
  readonly campaignId: string;
  readonly eventType: CampaignEventType;
  /** Events of scanners and prefetchers, or those of people. */
  readonly isMachine: boolean;
}

/** Without the address: its masked form is enough to recognize a recipient whose address is known. */
export type MaskedRecipient = Omit<RecipientRow, 'recipient'> & { readonly maskedRecipient: string };

/** The recipients behind the counts of a campaign. */
export class CampaignRecipientsService {
  constructor(
    private readonly parts: ListParts,
    private readonly stats: Pick<CampaignStatsService, 'requireCampaign'>,
  ) {}

  /** @throws {Problem} `campaign_not_found`, the same for a foreign and a missing id. */
  async list(
    principal: Principal,
    { campaignId, eventType, isMachine, ...request }: RecipientsRequest,
  ): Promise<Page<MaskedRecipient>> {
    await this.stats.requireCampaign(principal, campaignId);
    const filters = { campaignId, eventType, isMachine };
    const named = { campaignId, eventType, isMachine: String(isMachine) };
    const page = await readPage(this.parts, principal, RECIPIENTS, filters, named, request);
    return { ...page, items: page.items.map(masked) };
  }
}

function masked({ recipient, ...row }: RecipientRow): MaskedRecipient {
  return { ...row, maskedRecipient: maskedEmail(recipient) };
}
