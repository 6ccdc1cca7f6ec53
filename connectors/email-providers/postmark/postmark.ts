import type { EmailProvider } from '../port.js';
import { readBatch } from '../reading/batch.js';
import { isJsonObject } from '../reading/json.js';
import { postmarkReader } from './events.js';
import { createPostmarkVerifier, type PostmarkCredentials } from './verify-basic-auth.js';

export interface PostmarkOptions {
  /**
   * The user and password in the webhook's URL or its "Basic auth credentials". Without them nothing can be verified.
   */
  readonly credentials: PostmarkCredentials | undefined;
}

/**
 * Postmark's webhooks, which it does not sign.
 *
 * @see https://postmarkapp.com/developer/webhooks/webhooks-overview
 */
export function createPostmark({ credentials }: PostmarkOptions): EmailProvider {
  return {
    code: 'postmark',
    isNamedBy: (request) => /^basic /i.test(request.header('authorization') ?? ''),
    looksLike: (body) => isJsonObject(body) && typeof body['RecordType'] === 'string',
    verify: createPostmarkVerifier(credentials),
    parse: (rawBody) => readBatch(rawBody, postmarkReader),
  };
}
