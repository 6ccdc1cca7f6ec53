import { STANDARD_HEADERS } from '../../../core/contract/webhook-sender.js';
import type { EmailProvider } from '../port.js';
import { readBatch } from '../reading/batch.js';
import { isJsonObject } from '../reading/json.js';
import { genericReader } from './events.js';
import { createGenericVerifier } from './signature.js';

export interface GenericOptions {
  /** `whsec_` and the key in base64; several while it is replaced. Without any nothing can be verified. */
  readonly secrets: readonly string[];
}

/**
 * Any sender that speaks our own format, signed as Standard Webhooks.
 *
 * @throws {Error} when a secret is not base64: a fault of the set-up
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
