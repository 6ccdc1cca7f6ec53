import { createHmac } from 'node:crypto';
import type { EmailProviderCode } from '../../core/contract/campaign-event.js';

/** The displayable facts about a secret that verifies webhook calls. */
export interface SecretFingerprint {
  readonly provider: EmailProviderCode;
  /** The configuration variable. */
  readonly variable: string;
  readonly isConfigured: boolean;
  readonly fingerprint: string | null;
}

const VARIABLES = {
  SENDGRID_WEBHOOK_PUBLIC_KEY: 'sendgrid',
  MAILGUN_WEBHOOK_SIGNING_KEY: 'mailgun',
  POSTMARK_WEBHOOK_PASSWORD: 'postmark',
  GENERIC_WEBHOOK_SECRET: 'generic',
} as const satisfies Readonly<Record<string, EmailProviderCode>>;

type Values = { readonly [K in keyof typeof VARIABLES]: readonly string[] };

/**
 * Each secret as an operator may see it: whether it is set, and a fingerprint that distinguishes a new value from an
 * old one; during a rotation there are two.
 *
 * @param key - this installation's key: with it a fingerprint cannot be used to test guessed passwords
 */
export function secretFingerprints(values: Values, key: string): readonly SecretFingerprint[] {
  const variables = [
    'SENDGRID_WEBHOOK_PUBLIC_KEY',
    'MAILGUN_WEBHOOK_SIGNING_KEY',
    'POSTMARK_WEBHOOK_PASSWORD',
    'GENERIC_WEBHOOK_SECRET',
  ] as const;
  return variables.flatMap((variable): SecretFingerprint[] => {
    const secret = { provider: VARIABLES[variable], variable };
    if (values[variable].length === 0) return [{ ...secret, isConfigured: false, fingerprint: null }];
    return values[variable].map((value) => ({
      ...secret,
      isConfigured: true,
      fingerprint: fingerprint(variable, value, key),
    }));
  });
}

const FINGERPRINT_CHARACTERS = 16;

function fingerprint(variable: string, value: string, key: string): string {
  const hash = createHmac('sha256', key).update(`webhook secret ${variable}\u0000${value}`).digest('hex');
  return hash.slice(0, FINGERPRINT_CHARACTERS);
}
