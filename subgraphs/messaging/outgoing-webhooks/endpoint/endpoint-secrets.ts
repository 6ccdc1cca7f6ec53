import { randomBytes } from 'node:crypto';
import type { SecretsAtRest } from '../../../../core/secrets/at-rest.js';

/** The format of Standard Webhooks: 24 to 64 bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

const CURRENT = 'secret';
const EARLIER = 'earlier_secret';
const placeOf = (column: string, endpointId: string) => ['webhook_endpoint', column, endpointId] as const;

export function sealedSecret(secrets: SecretsAtRest, endpointId: string, secret: string): string {
  return secrets.seal(secret, placeOf(CURRENT, endpointId));
}

/** The current secret, sealed again for the column of the previous one. */
export function sealedEarlier(secrets: SecretsAtRest, endpointId: string, sealed: string): string {
  return secrets.seal(secrets.read(sealed, placeOf(CURRENT, endpointId)), placeOf(EARLIER, endpointId));
}

interface KeptSecrets {
  readonly id: string;
  readonly secret: string;
  readonly earlierSecret: string | null;
  readonly hasEarlierSecret: boolean;
}

/** The current secret. @throws {SecretNotOpened} */
export function currentSecret(secrets: SecretsAtRest, { id, secret }: Pick<KeptSecrets, 'id' | 'secret'>): string {
  return secrets.read(secret, placeOf(CURRENT, id));
}

/** The secrets that sign now. @throws {SecretNotOpened} */
export function secretsOf(secrets: SecretsAtRest, { id, secret, earlierSecret, hasEarlierSecret }: KeptSecrets) {
  const earlier = hasEarlierSecret && earlierSecret !== null ? [secrets.read(earlierSecret, placeOf(EARLIER, id))] : [];
  return [currentSecret(secrets, { id, secret }), ...earlier];
}
