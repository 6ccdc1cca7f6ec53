import type { CampaignEventType, EmailProvider } from '../generated/graphql';
import { textOf } from './display-names';
import { count } from './money';
import { statusText } from './statuses';

const PROVIDERS: Readonly<Record<EmailProvider, string>> = {
  generic: 'Generic',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
};

/** What recipients did, in the order in which it is shown. */
const EVENTS: Readonly<Record<CampaignEventType, string>> = {
  open: 'Opened',
  click: 'Clicked',
  bounce: 'Bounced',
  unsubscribe: 'Unsubscribed',
};

export const CAMPAIGN_EVENTS = Object.keys(EVENTS) as CampaignEventType[];
export const CAMPAIGN_EVENT_CHOICES = CAMPAIGN_EVENTS.map((id) => ({ id, text: EVENTS[id] }));

export function providerName(provider: string): string {
  return textOf(PROVIDERS, provider) ?? statusText(provider);
}

export function campaignEventText(type: string): string {
  return textOf(EVENTS, type) ?? statusText(type);
}

export function recipientsText(recipients: number): string {
  return `${count(recipients)} ${recipients === 1 ? 'recipient' : 'recipients'}`;
}
