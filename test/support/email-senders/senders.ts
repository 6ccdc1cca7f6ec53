import type { EmailProviderCode } from '../../../core/contract/campaign-event.js';
import { createGenericSender } from './generic-sender.js';
import { createMailgunSender } from './mailgun-sender.js';
import { createPostmarkSender } from './postmark-sender.js';
import type { Sender } from './sender.js';
import { createSendGridSender } from './sendgrid-sender.js';

/** One of each, with new keys. */
export function createSenders(): readonly Sender[] {
  const senders: Readonly<Record<EmailProviderCode, Sender>> = {
    sendgrid: createSendGridSender(),
    mailgun: createMailgunSender(),
    postmark: createPostmarkSender(),
    generic: createGenericSender(),
  };
  return Object.values(senders);
}
