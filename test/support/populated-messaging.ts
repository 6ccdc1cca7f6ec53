import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import type { Lender } from './lender.js';

/** A workspace with a template that uses its merge field and its asset, and a campaign with an event. */
export interface PopulatedMessaging {
  readonly campaignId: string;
  /** Suppressed. */
  readonly address: string;
  readonly workspaceId: string;
  readonly templateId: string;
  readonly mergeFieldId: string;
  readonly assetId: string;
  /** Soft bounces of one recipient within a week: enough to suppress the address, which has not happened yet. */
  readonly softBounceIds: readonly string[];
}

/** The placeholder of the merge field. */
export const PLACEHOLDER = 'company';

/** Values contain the organization, so that rows of two organizations are never equal. */
export async function populateMessaging(sql: pg.Pool | pg.Client, lender: Lender): Promise<PopulatedMessaging> {
  const { organizationId } = lender;
  const workspaceId = await lender.workspace();
  const [templateId, mergeFieldId, assetId] = [newId(), newId(), newId()];
  await sql.query(
    `insert into email_template (id, organization_id, workspace_id, name, subject_template)
     values ($1, $2, $3, 'Reminder', 'From {{ company }}: {{ logo }}')`,
    [templateId, organizationId, workspaceId],
  );
  await sql.query(
    `insert into workspace_merge_field (id, organization_id, workspace_id, placeholder, name, description, value)
     values ($1, $2, $3, $4, 'Company', '', $2)`,
    [mergeFieldId, organizationId, workspaceId, PLACEHOLDER],
  );
  await sql.query(
    `insert into workspace_asset (id, organization_id, workspace_id, placeholder, name, description, url)
     values ($1, $2, $3, 'logo', 'Logo', '', 'https://files.example.com/' || $2)`,
    [assetId, organizationId, workspaceId],
  );
  const campaign = await addCampaign(sql, organizationId, workspaceId);
  await sql.query(
    `insert into waiting_event (id, provider, identifiers, organization_ids, is_signed, event)
     values ($1, 'sendgrid', array[$2], array[$3], false, '{}')`,
    [newId(), campaign.campaignId, organizationId],
  );
  const softBounceIds = [newId(), newId(), newId()];
  await sql.query(
    `insert into campaign_event (organization_id, workspace_id, campaign_id, id, event_type, bounce_type, recipient, occurred_at, provider)
     select $1, $2, $3, id, 'bounce', 'soft', 'full@example.com', now(), 'sendgrid' from unnest($4::text[]) id`,
    [organizationId, workspaceId, campaign.campaignId, softBounceIds],
  );
  return { workspaceId, templateId, mergeFieldId, assetId, softBounceIds, ...campaign };
}

/** A campaign that SendGrid identifies by its own id, an unsubscribe of it, and the address that this suppressed. */
export async function addCampaign(sql: pg.Pool | pg.Client, organizationId: string, workspaceId: string) {
  const campaignId = newId();
  const address = `${organizationId.toLowerCase()}@example.com`;
  const of = [organizationId, workspaceId];
  await sql.query(
    "insert into campaign (organization_id, workspace_id, id, name, provider) values ($1, $2, $3, 'Autumn', 'sendgrid')",
    [...of, campaignId],
  );
  await sql.query(
    "insert into campaign_identifier (provider, identifier, organization_id, campaign_id, approved_at) values ('sendgrid', $2, $1, $2, now())",
    [organizationId, campaignId],
  );
  await sql.query(
    `insert into campaign_event (organization_id, workspace_id, campaign_id, id, event_type, recipient, occurred_at, provider)
     values ($1, $2, $3, $4, 'unsubscribe', $5, now(), 'sendgrid')`,
    [...of, campaignId, newId(), address],
  );
  await sql.query(
    "insert into suppression (organization_id, workspace_id, address, reason) values ($1, $2, $3, 'unsubscribe')",
    [...of, address],
  );
  await sql.query(
    'insert into suppression_removal (organization_id, workspace_id, address, removed_at) values ($1, $2, $3, now())',
    [...of, address],
  );
  await sql.query(
    `insert into webhook_address (organization_id, id, path_id, provider, name, public_key, created_by, created_at)
     values ($1, $2, $2, 'sendgrid', $1, 'for the lender', 'ola', now())`,
    [organizationId, newId()],
  );
  return { campaignId, address };
}
