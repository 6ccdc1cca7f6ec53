import { createGeneric } from '../../connectors/email-providers/generic/generic.js';
import { createMailgun } from '../../connectors/email-providers/mailgun/mailgun.js';
import { createPostmark } from '../../connectors/email-providers/postmark/postmark.js';
import { EmailProviders } from '../../connectors/email-providers/registry.js';
import { createSendGrid } from '../../connectors/email-providers/sendgrid/sendgrid.js';
import type { Config } from '../../core/config/load.js';

/** The email providers of this process; the first that recognizes a call has it. */
export function emailProviders(config: Config): EmailProviders {
  const { POSTMARK_WEBHOOK_USERNAME: username, POSTMARK_WEBHOOK_PASSWORD: password } = config;
  return new EmailProviders([
    createSendGrid({ publicKey: config.SENDGRID_WEBHOOK_PUBLIC_KEY }),
    createMailgun({ signingKey: config.MAILGUN_WEBHOOK_SIGNING_KEY }),
    createPostmark({
      credentials: username === undefined || password === undefined ? undefined : { username, password },
    }),
    createGeneric({ secret: config.GENERIC_WEBHOOK_SECRET }),
  ]);
}
