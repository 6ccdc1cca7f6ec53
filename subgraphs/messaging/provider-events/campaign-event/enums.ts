import {
  BOUNCE_TYPES,
  CAMPAIGN_EVENT_TYPES,
  EMAIL_EVENT_TYPES,
  EMAIL_PROVIDERS,
} from '../../../../core/contract/campaign-event.js';
import { enumOf } from '../../../../core/graphql/enum.js';

/** What a recipient did, or what became of the mail. */
const WHAT_A_RECIPIENT_DID = {
  open: 'The email was opened.',
  click: 'A link in it was clicked.',
  bounce: 'It bounced.',
  unsubscribe: 'The recipient unsubscribed.',
};

export const CampaignEventTypeEnum = enumOf(CAMPAIGN_EVENT_TYPES, {
  name: 'CampaignEventType',
  description: 'What a recipient did.',
  values: WHAT_A_RECIPIENT_DID,
});

export const EmailEventTypeEnum = enumOf(EMAIL_EVENT_TYPES, {
  name: 'EmailEventType',
  description: 'What a provider tells: what a recipient did, or complained of.',
  values: { ...WHAT_A_RECIPIENT_DID, complaint: 'The recipient reported spam.' },
});

export const BounceTypeEnum = enumOf(BOUNCE_TYPES, {
  name: 'BounceType',
  description: 'How an email bounced.',
  values: { hard: 'The address is no good.', soft: 'Not now: a full mailbox, a server that does not answer.' },
});

export const EmailProviderEnum = enumOf(EMAIL_PROVIDERS, {
  name: 'EmailProvider',
  description: 'Who sends the emails.',
  values: {
    sendgrid: 'Twilio SendGrid.',
    mailgun: 'Mailgun.',
    postmark: 'Postmark.',
    generic: 'Anybody who speaks our own format.',
  },
});
