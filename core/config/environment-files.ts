import type { Settings } from './schema.js';
import { NEEDS_OF_PARTS, PART_NAMES, type PartName, type ProcessNeeds } from './secrets-needed-by-process.js';

interface EnvironmentFile {
  readonly name: string;
  readonly content: string;
  readonly isReadBy: (needs: ProcessNeeds) => boolean;
  /** Each with its value in a new file; empty ones are generated, or filled in by hand. */
  readonly variables: Readonly<Partial<Record<keyof Settings, string>>>;
}

/** The environment files of a deployment of several parts. Each part reads only the secrets that it needs. */
export const ENVIRONMENT_FILES = [
  {
    name: 'compose',
    content: 'settings that all parts share',
    isReadBy: () => true,
    variables: {
      CURSOR_SIGNING_SECRET: '',
      TOKEN_VERIFICATION_KEYS: '',
      INTERNAL_VERIFICATION_KEYS: '',
      PUBLIC_URL: '',
      SECURE_PUBLIC_URL: '',
      TRUST_PROXY: '1',
      CARD_PROCESSOR: 'stripe',
    },
  },
  {
    name: 'data',
    content:
      'the key that encrypts stored secrets (keep it as safely as your backups: without it they cannot be decrypted), and keys of email providers',
    isReadBy: ({ keepsSecrets = false }) => keepsSecrets,
    variables: {
      DATA_ENCRYPTION_KEYS: '',
      SENDGRID_WEBHOOK_PUBLIC_KEY: '',
      MAILGUN_WEBHOOK_SIGNING_KEY: '',
      POSTMARK_WEBHOOK_USERNAME: '',
      POSTMARK_WEBHOOK_PASSWORD: '',
      GENERIC_WEBHOOK_SECRET: '',
    },
  },
  {
    name: 'postings',
    content:
      'the secret of the references under which payments are posted at loan systems (keep it as safely as your backups: without it a payment that is repeated after a restore is posted again)',
    isReadBy: ({ posts = false }) => posts,
    variables: { POSTING_REFERENCE_SECRET: '' },
  },
  {
    name: 'cards',
    content: 'the card processor’s secret key',
    isReadBy: ({ processes = false }) => processes,
    variables: { STRIPE_SECRET_KEY: '' },
  },
  {
    name: 'rest',
    content: 'the keys that sign access tokens, and this part’s own signing key',
    isReadBy: ({ part }) => part === 'rest',
    variables: { TOKEN_SIGNING_KEYS: '', INTERNAL_SIGNING_KEY: '' },
  },
  {
    name: 'secure',
    content:
      'the secret of card fingerprints (parts that store fingerprints must not have it), the card processor’s webhook secrets, and this part’s own signing key',
    isReadBy: ({ captures = false }) => captures,
    variables: {
      CARD_FINGERPRINT_SECRET: '',
      STRIPE_WEBHOOK_SECRETS: '',
      SANDBOX_CARD_WEBHOOK_SECRETS: '',
      INTERNAL_SIGNING_KEY: '',
    },
  },
  {
    name: 'gateway',
    content: 'this part’s own signing key, and the client secret for signing in to the dashboard',
    isReadBy: ({ part }) => part === 'gateway',
    variables: { INTERNAL_SIGNING_KEY: '', OIDC_CLIENT_SECRET: '' },
  },
  {
    name: 'worker',
    content: 'this part’s own signing key',
    isReadBy: ({ part }) => part === 'worker',
    variables: { INTERNAL_SIGNING_KEY: '' },
  },
] as const satisfies readonly EnvironmentFile[];

export type EnvironmentFileName = (typeof ENVIRONMENT_FILES)[number]['name'];

export function readersOf({ isReadBy }: Pick<EnvironmentFile, 'isReadBy'>): readonly PartName[] {
  return PART_NAMES.filter((part) => isReadBy(NEEDS_OF_PARTS[part]));
}
