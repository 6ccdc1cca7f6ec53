import { SecretsAtRest } from '../../secrets/at-rest.js';
import { partsOfSession } from './session-cookie-and-csrf-format.js';

/**
 * Seals an ID token, which names a person and is sent to the issuer as a hint, so that it is not stored in clear. The
 * key is derived from the session's secret. The database has only a hash of that secret: without the browser's cookie
 * nothing can open the token, and the gateway needs no key of its own (it has no DATA_ENCRYPTION_KEYS). Key rotation
 * does not affect it.
 *
 * @param session - the session's value, as the browser keeps it
 */
export function sealIdToken(session: string, idToken: string): string {
  const { id, secrets } = sealOf(session);
  return secrets.seal(idToken, placeOf(id));
}

/** Undefined if the text was changed, or belongs to another session. */
export function openIdToken(session: string, sealed: string): string | undefined {
  const { id, secrets } = sealOf(session);
  const opened = secrets.open(sealed, placeOf(id));
  return opened.outcome === 'opened' ? opened.text : undefined;
}

function sealOf(session: string) {
  const parts = partsOfSession(session);
  if (parts === undefined) throw new Error('a session’s value has another form');
  return { id: parts.id, secrets: new SecretsAtRest([parts.secret]) };
}

function placeOf(id: string) {
  return ['operator_token', 'sealed_id_token', id] as const;
}
