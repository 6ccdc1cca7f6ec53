import { createGeneric } from '../../connectors/email-providers/generic/generic.js';
import { createMailgun } from '../../connectors/email-providers/mailgun/mailgun.js';
import type { EmailProvider } from '../../connectors/email-providers/port.js';
import { createPostmark } from '../../connectors/email-providers/postmark/postmark.js';
import { EmailProviders } from '../../connectors/email-providers/registry.js';
import { createSendGrid } from '../../connectors/email-providers/sendgrid/sendgrid.js';
import type { Config } from '../../core/config/load.js';
import type { EmailProviderCode } from '../../core/contract/campaign-event.js';

/** The email providers of this process; the first one that recognizes a call handles it. */
export function emailProviders(config: Config): EmailProviders {
  const { POSTMARK_WEBHOOK_USERNAME: username, POSTMARK_WEBHOOK_PASSWORD: passwords } = config;
  const providers: Readonly<Record<EmailProviderCode, EmailProvider>> = {
    sendgrid: createSendGrid({ publicKeys: config.SENDGRID_WEBHOOK_PUBLIC_KEY }),
    mailgun: createMailgun({ signingKeys: config.MAILGUN_WEBHOOK_SIGNING_KEY }),
    postmark: createPostmark({ credentials: username === undefined ? undefined : { username, passwords } }),
    generic: createGeneric({ secrets: config.GENERIC_WEBHOOK_SECRET }),
  };
  return new EmailProviders(Object.values(providers));
}

/** Retention of webhook calls and of the events in them. */
export function webhookRetention(config: Config) {
  return { calls: config.WEBHOOK_RETENTION_DAYS, unmatched: config.UNMATCHED_EVENT_RETENTION_DAYS };
}
