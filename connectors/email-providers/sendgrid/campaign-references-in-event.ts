import type { CampaignReference } from '../port.js';
import { campaignReferences, variablesOf } from '../reading/campaign-references.js';
import type { JsonObject } from '../reading/json.js';

/**
 * SendGrid's campaign fields. Custom arguments are on the same level: they are all fields that are not SendGrid's own.
 */
export function sendGridReferences(event: JsonObject): readonly CampaignReference[] {
  const custom = Object.entries(event).filter(([key, value]) => !OWN_FIELDS.has(key) && typeof value !== 'object');
  const { workspace, campaign } = variablesOf('custom_args', Object.fromEntries(custom));
  return campaignReferences([
    ...workspace,
    ['singlesend_id', event['singlesend_id']],
    ['marketing_campaign_id', event['marketing_campaign_id']],
    ['category', event['category']],
    ...campaign,
  ]);
}

/** @see https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event, "JSON objects" and its examples */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'asm_group_id',
  'attempt',
  'bounce_classification',
  'category',
  'cert_err',
  'email',
  'event',
  'ip',
  'marketing_campaign_id',
  'marketing_campaign_name',
  'marketing_campaign_split_id',
  'marketing_campaign_version',
  'mc_stats',
  'newsletter',
  'phase_id',
  'pool',
  'post_type',
  'reason',
  'response',
  'send_at',
  'sg_content_type',
  'sg_event_id',
  'sg_machine_open',
  'sg_message_id',
  'sg_template_id',
  'sg_template_name',
  'sg_user_id',
  'singlesend_id',
  'singlesend_name',
  'smtp-id',
  'status',
  'template_hash',
  'template_id',
  'template_version_id',
  'timestamp',
  'tls',
  'type',
  'url',
  'url_offset',
  'useragent',
]);
