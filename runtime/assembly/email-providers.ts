import { createGeneric } from '../../connectors/email-providers/generic/generic.js';
import { createMailgun } from '../../connectors/email-providers/mailgun/mailgun.js';
import { createPostmark } from '../../connectors/email-providers/postmark/postmark.js';
import { EmailProviders } from '../../connectors/email-providers/registry.js';
import { createSendGrid } from '../../connectors/email-providers/sendgrid/sendgrid.js';
import type { Config } from '../../core/config/load.js';

/** The email providers of this process; the first one that recognizes a call handles it. */
export function emailProviders(config: Config): EmailProviders {
  const { POSTMARK_WEBHOOK_USERNAME: username, POSTMARK_WEBHOOK_PASSWORD: passwords } = config;
  return new EmailProviders([
    createSendGrid({ publicKeys: config.SENDGRID_WEBHOOK_PUBLIC_KEY }),
    createMailgun({ signingKeys: config.MAILGUN_WEBHOOK_SIGNING_KEY }),
    createPostmark({
      credentials: username === undefined ? undefined : { username, passwords },
    }),
    createGeneric({ secrets: config.GENERIC_WEBHOOK_SECRET }),
  ]);
}

/** Retention of webhook calls and of the events in them. */
export function webhookRetention(config: Config) {
  return { calls: config.WEBHOOK_RETENTION_DAYS, unmatched: config.UNMATCHED_EVENT_RETENTION_DAYS };
}
