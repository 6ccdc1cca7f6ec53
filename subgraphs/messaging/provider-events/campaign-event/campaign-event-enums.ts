import {
  BOUNCE_TYPES,
  CAMPAIGN_EVENT_TYPES,
  EMAIL_EVENT_TYPES,
  EMAIL_PROVIDERS,
} from '../../../../core/contract/campaign-event.js';
import { enumOf } from '../../../../core/graphql/enum.js';

/** Engagement events. */
const ENGAGEMENT_EVENTS = {
  open: 'The email was opened.',
  click: 'A link in it was clicked.',
  bounce: 'It bounced.',
  unsubscribe: 'The recipient unsubscribed.',
};

export const CampaignEventTypeEnum = enumOf(CAMPAIGN_EVENT_TYPES, {
  name: 'CampaignEventType',
  description: 'An engagement event.',
  values: ENGAGEMENT_EVENTS,
});

export const EmailEventTypeEnum = enumOf(EMAIL_EVENT_TYPES, {
  name: 'EmailEventType',
  description: 'A provider’s event: an engagement event or a complaint.',
  values: { ...ENGAGEMENT_EVENTS, complaint: 'The recipient reported spam.' },
});

export const BounceTypeEnum = enumOf(BOUNCE_TYPES, {
  name: 'BounceType',
  description: 'How an email bounced.',
  values: {
    hard: 'The address does not exist or rejects all mail.',
    soft: 'A temporary failure: a full mailbox or an unreachable server.',
  },
});

export const EmailProviderEnum = enumOf(EMAIL_PROVIDERS, {
  name: 'EmailProvider',
  description: 'The service that sends the emails.',
  values: {
    sendgrid: 'Twilio SendGrid.',
    mailgun: 'Mailgun.',
    postmark: 'Postmark.',
    generic: 'Any sender that uses our own format.',
  },
});
