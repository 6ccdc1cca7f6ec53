import { randomBytes } from 'node:crypto';
import type { EnvironmentFileName } from './environment-files.js';
import { keyText } from './key-text.js';
import { freshPartKey, partKeySetText, publicPartKey } from './part-keys.js';
import type { Settings } from './schema.js';
import { freshTokenKeys, publicTokenKeys, tokenKeysText } from './token-key-set.js';

/** A new set of all secrets and shared keys for a deployment of several parts, by environment file. */
export async function freshDeployment() {
  const tokenKeys = await freshTokenKeys();
  const [rest, secure, gateway, worker] = [
    freshPartKey('rest'),
    freshPartKey('secure'),
    freshPartKey('gateway'),
    freshPartKey('worker'),
  ];
  const secret = () => randomBytes(32).toString('base64url');
  return {
    compose: {
      CURSOR_SIGNING_SECRET: secret(),
      TOKEN_VERIFICATION_KEYS: tokenKeysText(publicTokenKeys(tokenKeys)),
      INTERNAL_VERIFICATION_KEYS: partKeySetText([rest, secure, gateway, worker].map(publicPartKey)),
    },
    data: { DATA_ENCRYPTION_KEYS: secret() },
    postings: { POSTING_REFERENCE_SECRET: secret() },
    rest: { TOKEN_SIGNING_KEYS: tokenKeysText(tokenKeys), INTERNAL_SIGNING_KEY: keyText(rest) },
    secure: { CARD_FINGERPRINT_SECRET: secret(), INTERNAL_SIGNING_KEY: keyText(secure) },
    gateway: { INTERNAL_SIGNING_KEY: keyText(gateway) },
    worker: { INTERNAL_SIGNING_KEY: keyText(worker) },
  } satisfies Readonly<Partial<Record<EnvironmentFileName, Readonly<Partial<Record<keyof Settings, string>>>>>>;
}
