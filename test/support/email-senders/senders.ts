import { createGenericSender } from './generic-sender.js';
import { createMailgunSender } from './mailgun-sender.js';
import { createPostmarkSender } from './postmark-sender.js';
import type { Sender } from './sender.js';
import { createSendGridSender } from './sendgrid-sender.js';

/** One of each, with new keys. */
export function createSenders(): readonly Sender[] {
  return [createSendGridSender(), createMailgunSender(), createPostmarkSender(), createGenericSender()];
}
