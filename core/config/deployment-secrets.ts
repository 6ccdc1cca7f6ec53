import { randomBytes } from 'node:crypto';
import { keyText } from './key-text.js';
import { freshPartKey, partKeySetText, publicPartKey, SIGNING_PARTS } from './part-keys.js';
import { freshTokenKeys, publicTokenKeys, tokenKeysText } from './token-key-set.js';

/**
 * Which parts receive a secret: `compose` is for every part, `data` for the subgraphs and the worker. Each part
 * receives only what it needs.
 */
export const SECRET_HOLDERS = ['compose', 'data', ...SIGNING_PARTS] as const;
export type SecretHolder = (typeof SECRET_HOLDERS)[number];

/** A new set of all secrets and shared keys for a deployment of several parts. */
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
    rest: { TOKEN_SIGNING_KEYS: tokenKeysText(tokenKeys), INTERNAL_SIGNING_KEY: keyText(rest) },
    secure: { CARD_FINGERPRINT_SECRET: secret(), INTERNAL_SIGNING_KEY: keyText(secure) },
    gateway: { INTERNAL_SIGNING_KEY: keyText(gateway) },
    worker: { INTERNAL_SIGNING_KEY: keyText(worker) },
  } satisfies Readonly<Record<SecretHolder, Readonly<Record<string, string>>>>;
}
