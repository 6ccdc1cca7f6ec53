import type { ServiceParts } from '../../../core/service-parts.js';
import { CampaignService } from './campaign/campaign.service.js';
import { LiquidProcess } from './liquid/liquid-child-process.js';
import { PlaceholderService } from './placeholder/placeholder.service.js';
import { ASSET, MERGE_FIELD } from './placeholder/placeholder-kinds.js';
import { PreviewService } from './preview/preview.service.js';
import { SuppressionService } from './suppression/suppression.service.js';
import { EmailTemplateService } from './template/email-template.service.js';
import { WorkspaceService } from './workspace/workspace.service.js';

type Source = Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys' | 'secrets' | 'contactDigests'>;

/** The services of workspaces and their contents, for resolvers and commands. */
export function emailServices(source: Source) {
  const { db, clock, cursors, clientKeys } = source;
  const liquid = new LiquidProcess();
  const templates = new EmailTemplateService({ db, clock, cursors, clientKeys, liquid });
  return {
    workspaces: new WorkspaceService({ db, clock }),
    templates,
    previews: new PreviewService({ db, templates, liquid }),
    mergeFields: new PlaceholderService(MERGE_FIELD, { db, clock, cursors, clientKeys }),
    assets: new PlaceholderService(ASSET, { db, clock, cursors, clientKeys }),
    campaigns: new CampaignService(source),
    suppressions: new SuppressionService(source),
  };
}
