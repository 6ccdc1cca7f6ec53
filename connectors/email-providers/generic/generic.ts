import { STANDARD_HEADERS } from '../../../core/contract/webhook-signature-headers.js';
import type { EmailProvider } from '../port.js';
import { readBatch } from '../reading/batch.js';
import { isJsonObject } from '../reading/json.js';
import { genericReader } from './events.js';
import { createGenericVerifier } from './signature.js';

export interface GenericOptions {
  /** `whsec_` and the key in base64; several during a rotation. Without a secret nothing can be verified. */
  readonly secrets: readonly string[];
}

/**
 * Any sender that uses Tributary's own format, signed by Standard Webhooks.
 *
 * @throws {Error} when a secret is not base64: a configuration error
 * @see https://www.standardwebhooks.com
 */
export function createGeneric({ secrets }: GenericOptions): EmailProvider {
  return {
    code: 'generic',
    isNamedBy: (request) => request.header(STANDARD_HEADERS.signature) !== undefined,
    looksLike: looksLikeEvents,
    verify: createGenericVerifier(secrets),
    parse: (rawBody) => readBatch(rawBody, genericReader),
  };
}

function looksLikeEvents(body: unknown): boolean {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  return isJsonObject(first) && typeof first['event_type'] === 'string';
}
