import type { Temporal } from 'temporal-polyfill';
import type { Transaction } from '../../../../core/db/database.js';
import { newId } from '../../../../core/ids/ids.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { insertRows, type Row } from '../insert-rows.js';
import { eventsOf, type SimulatedCampaign, suppressionsOf } from './campaign-events-and-suppressions.js';

export interface DemoWorkspace {
  readonly id: string;
  readonly organizationId: string;
  /** The lender's signature. */
  readonly company: string;
}

/** Days before today. */
const CAMPAIGNS = [
  { name: 'Payment reminder', provider: 'sendgrid', sentDaysAgo: 12 },
  { name: 'Skip a payment in January', provider: 'sendgrid', sentDaysAgo: 26 },
  { name: 'Past due notice', provider: 'postmark', sentDaysAgo: 33 },
  { name: 'Payment reminder, last month', provider: 'sendgrid', sentDaysAgo: 42 },
  { name: 'Autopay invitation', provider: 'postmark', sentDaysAgo: 5 },
] as const;

const TEMPLATES = [
  {
    name: 'Payment reminder',
    subject_template: '{{ company }}: your payment is due on {{ due_date }}',
    html_template:
      '<p><img src="{{ logo }}" alt="{{ company }}"></p><p>Hello {{ first_name }}, your payment of {{ amount }} is due on {{ due_date }}. Call {{ support_phone }} with any question.</p>',
    text_template:
      'Hello {{ first_name }}, your payment of {{ amount }} is due on {{ due_date }}. {{ company }}, {{ support_phone }}',
  },
  {
    name: 'Autopay invitation',
    subject_template: 'Never miss a payment, {{ first_name }}',
    html_template: '<p><img src="{{ banner }}" alt=""></p><p>Let {{ company }} collect your payments by itself.</p>',
    text_template: null,
  },
];

/** In every workspace: templates, their merge fields and assets, and two campaigns with every kind of event. */
export async function seedMail(
  tx: Transaction,
  workspaces: readonly DemoWorkspace[],
  now: Temporal.Instant,
): Promise<void> {
  const campaigns = workspaces.flatMap((workspace) =>
    CAMPAIGNS.map((campaign) => campaignOf(workspace, campaign, now)),
  );
  await insertRows(
    tx,
    'email_template',
    workspaces.flatMap((workspace) => templatesOf(workspace, now)),
  );
  await insertRows(
    tx,
    'workspace_merge_field',
    workspaces.flatMap((workspace) => mergeFieldsOf(workspace, now)),
  );
  await insertRows(
    tx,
    'workspace_asset',
    workspaces.flatMap((workspace) => assetsOf(workspace, now)),
  );
  await insertRows(
    tx,
    'campaign',
    campaigns.map(({ row }) => row),
  );
  await insertRows(
    tx,
    'campaign_identifier',
    campaigns.map(({ identifier }) => identifier),
  );
  await insertRows(
    tx,
    'campaign_event',
    campaigns.flatMap(({ campaign }) => eventsOf(campaign)),
  );
  const firsts = campaigns.filter((_, n) => n % CAMPAIGNS.length === 0);
  await insertRows(
    tx,
    'suppression',
    firsts.flatMap(({ campaign }) => suppressionsOf(campaign)),
  );
}

function campaignOf(
  { id: workspaceId, organizationId }: DemoWorkspace,
  { name, provider, sentDaysAgo }: (typeof CAMPAIGNS)[number],
  now: Temporal.Instant,
) {
  const sentAt = now.subtract({ hours: 24 * sentDaysAgo });
  const id = newId(sentAt.epochMilliseconds);
  const campaign: SimulatedCampaign = { id, organizationId, workspaceId, provider, sentAt };
  const of = { organization_id: organizationId, provider };
  return {
    campaign,
    row: { ...of, id, workspace_id: workspaceId, name, created_at: isoInstant(sentAt) },
    identifier: { ...of, identifier: `demo-${id}`, campaign_id: id, approved_at: isoInstant(now) },
  };
}

function templatesOf(workspace: DemoWorkspace, now: Temporal.Instant): readonly Row[] {
  return TEMPLATES.map((template) => ({ ...of(workspace, now), description: null, ...template }));
}

function mergeFieldsOf(workspace: DemoWorkspace, now: Temporal.Instant): readonly Row[] {
  return [
    ['company', 'Company', workspace.company],
    ['support_phone', 'Telephone of support', '+1 555 0100'],
  ].map(([placeholder = '', name = '', value = '']) => {
    return { ...of(workspace, now), placeholder, name, description: '', value, is_active: true };
  });
}

function assetsOf(workspace: DemoWorkspace, now: Temporal.Instant): readonly Row[] {
  return [
    ['logo', 'Logo'],
    ['banner', 'Banner of the invitation'],
  ].map(([placeholder = '', name = '']) => {
    const url = `https://files.example.com/${placeholder}.png`;
    return { ...of(workspace, now), placeholder, name, description: '', url, is_active: true };
  });
}

function of({ id, organizationId }: DemoWorkspace, now: Temporal.Instant) {
  return {
    id: newId(now.epochMilliseconds),
    organization_id: organizationId,
    workspace_id: id,
    created_at: isoInstant(now),
  };
}
