import { randomBytes } from 'node:crypto';
import { keyText } from './key-text.js';
import { freshPartKey, partKeySetText, publicPartKey, SIGNING_PARTS } from './part-keys.js';
import { freshTokenKeys, publicTokenKeys, tokenKeysText } from './token-key-set.js';

/** Who is given what: `compose` is every part’s, `data` the subgraphs’ and the worker’s. Nobody is given more than it needs. */
export const SECRET_HOLDERS = ['compose', 'data', ...SIGNING_PARTS] as const;
export type SecretHolder = (typeof SECRET_HOLDERS)[number];

/** A new set of everything that a deployment of several parts must keep secret, and of what they share. */
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
