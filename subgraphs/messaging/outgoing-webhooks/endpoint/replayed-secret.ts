import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../../../core/errors/problem.js';
import type { SecretsAtRest } from '../../../../core/secrets/at-rest.js';
import { currentSecret } from './endpoint-secrets.js';

/** The stored result of a request that created a secret: the endpoint and the secret's digest. */
export const keptSecret = z.object({ id: z.string(), secretDigest: z.string() });
export type KeptSecret = z.output<typeof keptSecret>;

/** A secret has 256 random bits, so its digest reveals nothing about it. */
export function storedSecretOf(id: string, secret: string): KeptSecret {
  return { id, secretDigest: digestOf(secret) };
}

/**
 * Reads the secret that a request created from the endpoint's row, while it is the current one.
 *
 * @throws {Problem} `webhook_secret_replaced`
 */
export function replayedSecret(
  secrets: SecretsAtRest,
  endpoint: { readonly id: string; readonly secret: string },
  kept: KeptSecret,
): string {
  const secret = currentSecret(secrets, endpoint);
  if (digestOf(secret) !== kept.secretDigest) throw new Problem('webhook_secret_replaced');
  return secret;
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
