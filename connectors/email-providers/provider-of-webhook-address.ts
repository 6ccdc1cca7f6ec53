import type { EmailProviderCode } from '../../core/contract/campaign-event.js';
import { createGeneric } from './generic/generic.js';
import { createMailgun } from './mailgun/mailgun.js';
import type { EmailProvider } from './port.js';
import { createPostmark } from './postmark/postmark.js';
import { createSendGrid } from './sendgrid/sendgrid.js';

/**
 * The credential that verifies calls to one address: a configured key, a generated secret, or the digest of a secret.
 */
export type AddressSecret = { readonly text: string } | { readonly sha256: Buffer };

/** The provider that posts to an organization's own address. It verifies with that address's secret only. */
export function organizationProvider(code: EmailProviderCode, secret: AddressSecret): EmailProvider {
  const texts = 'text' in secret ? [secret.text] : [];
  switch (code) {
    case 'sendgrid':
      return createSendGrid({ publicKeys: texts });
    case 'mailgun':
      return createMailgun({ signingKeys: texts });
    case 'generic':
      return createGeneric({ secrets: texts });
    case 'postmark':
      return createPostmark({ credentials: 'sha256' in secret ? { pairDigests: [secret.sha256] } : undefined });
  }
}
