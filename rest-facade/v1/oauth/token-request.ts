import type { IncomingMessage } from 'node:http';
import { Problem } from '../../../core/errors/problem.js';
import { readBody } from '../../../core/http/front/body.js';
import { parseJson } from '../../../core/http/front/json.js';

/** Unauthenticated clients send this body, and it has only a few hundred bytes. */
const MOST_BYTES = 16_384;

/** Parameters of a token request, from either kind of body; JSON may contain any value. */
export interface TokenRequest {
  readonly parameters: unknown;
  /** A form may contain unknown parameters (RFC 6749 section 3.2); a JSON body may not. */
  readonly isForm: boolean;
}

/** @throws {Problem} `unsupported_media_type`, `payload_too_large`, `malformed_request`, `invalid_request` */
export async function readTokenRequest(request: IncomingMessage, limitBytes: number): Promise<TokenRequest> {
  const body = await readBody(request, Math.min(limitBytes, MOST_BYTES), [
    'application/json',
    'application/x-www-form-urlencoded',
  ]);
  if (body === undefined) return { parameters: undefined, isForm: false };
  const isForm = body.mediaType !== 'application/json';
  return { parameters: isForm ? formParameters(body.text) : parseJson(body.text), isForm };
}

/**
 * RFC 6749 section 3.2: no parameter may be repeated, and one without a value counts as omitted.
 *
 * @throws {Problem} `invalid_request`
 */
function formParameters(text: string): Readonly<Record<string, string>> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) throw new Problem('invalid_request');
    parameters.set(name, value);
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}
