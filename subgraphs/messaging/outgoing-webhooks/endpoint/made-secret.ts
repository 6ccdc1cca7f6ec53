import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../../../core/errors/problem.js';
import type { SecretsAtRest } from '../../../../core/secrets/at-rest.js';
import { currentSecret } from './endpoint-secrets.js';

/** What is kept of an act that made a secret: which endpoint's, and by what the secret is known again. */
export const keptSecret = z.object({ id: z.string(), secretDigest: z.string() });
export type KeptSecret = z.output<typeof keptSecret>;

/** A secret has 256 random bits: its digest tells nothing of it. */
export function keptOfSecret(id: string, secret: string): KeptSecret {
  return { id, secretDigest: digestOf(secret) };
}

/**
 * The secret that an act made, from the endpoint's row, for as long as it is the current one.
 *
 * @throws {Problem} `webhook_secret_replaced`
 */
export function secretMade(
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
