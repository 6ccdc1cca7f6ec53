import { z } from 'zod';
import { isDataKey } from '../../secrets/at-rest.js';
import { isReadable } from '../key-text.js';
import { NO_PART_KEY, NO_PART_KEY_SET, parsePartKey, parsePartKeySet } from '../part-keys.js';
import { secretList } from '../setting-schemas.js';
import { NO_PUBLIC_TOKEN_KEYS, NO_TOKEN_KEYS, parsePublicTokenKeys, parseTokenKeys } from '../token-key-set.js';

/** Keys that sign, encrypt or recognize. */
export const KEYS = {
  TOKEN_SIGNING_KEYS: z
    .string()
    .refine((text) => isReadable(parseTokenKeys, text), NO_TOKEN_KEYS)
    .optional()
    .describe(
      'Secret. JSON Web Key Set with private ES256 keys, plain or in base64url; the first signs access tokens. Only for `serve rest` and `operators token`.',
    ),
  TOKEN_VERIFICATION_KEYS: z
    .string()
    .refine((text) => isReadable(parsePublicTokenKeys, text), NO_PUBLIC_TOKEN_KEYS)
    .optional()
    .describe(
      'The public halves of TOKEN_SIGNING_KEYS, plain or in base64url, with which parts that issue no tokens verify them.',
    ),
  INTERNAL_SIGNING_KEY: z
    .string()
    .refine((text) => isReadable(parsePartKey, text), NO_PART_KEY)
    .optional()
    .describe(
      'Secret. JSON Web Key with this part’s own private Ed25519 key, plain or in base64url: signs the principal that it passes to other parts. For `serve rest`, `secure`, `gateway` and `worker`, each with its own; not needed by `start`.',
    ),
  INTERNAL_VERIFICATION_KEYS: z
    .string()
    .refine((text) => isReadable(parsePartKeySet, text), NO_PART_KEY_SET)
    .optional()
    .describe(
      'JSON Web Key Set with the public keys of all those parts, plain or in base64url; the same in every part.',
    ),
  CURSOR_SIGNING_SECRET: secretList(
    (secret) => secret.length >= 32,
    'must have at least 32 characters; several are separated by commas',
  )
    .transform((secrets) => (secrets.length === 0 ? undefined : secrets))
    .describe(
      'Secret. Signs pagination cursors, and protects stored Idempotency-Keys (as an HMAC key). During a replacement, both separated by a comma: the first is used, all are accepted.',
    ),
  POSTING_REFERENCE_SECRET: secretList(
    (secret) => secret.length >= 32,
    'must have at least 32 characters; several are separated by commas',
  )
    .transform((secrets) => (secrets.length === 0 ? undefined : secrets))
    .describe(
      'Secret. HMAC key of the references under which payments and reversals are posted at loan systems: a repeated request finds its posting there, even after a restore. During a replacement, both separated by a comma: the first makes references, all find them. For the worker and the payments subgraph; required in production.',
    ),
  CARD_FINGERPRINT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret. HMAC key of the fingerprints by which the secure host recognizes a repeated capture. The same for all secure hosts, and only for them: the parts that store the fingerprints must not have it.',
    ),
  DATA_ENCRYPTION_KEYS: secretList(isDataKey, 'must be 32 bytes in base64url; several are separated by commas')
    .refine((keys) => new Set(keys).size === keys.length, 'must not contain the same key twice')
    .transform((keys) => (keys.length === 0 ? undefined : keys))
    .describe(
      'Secret. Encrypts stored secrets that must be read back, such as a webhook’s (AES-256-GCM). The first encrypts, all decrypt. For the subgraphs and the worker; required in production.',
    ),
};
