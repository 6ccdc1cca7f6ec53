import { prefixOf } from './api-keys/format.js';

// When a key is sent in place of a token, or a token in place of a key, the answer names the API that takes it. The
// hint depends on the bearer's form alone, so that it does not reveal whether the bearer is valid. It is also the
// header's `error_description`, which may hold neither quotes nor characters outside ASCII (RFC 6750 section 3).

/** For a bearer that `/v1` or the secure host refused; undefined unless it has the form of an API key. */
export function hintForKey(bearer: string): string | undefined {
  return prefixOf(bearer) === undefined ? undefined : API_KEY_HINT;
}

/** For a bearer that the unversioned surface refused; undefined unless it has the form of an access token. */
export function hintForToken(bearer: string): string | undefined {
  return THREE_PARTS.test(bearer) ? ACCESS_TOKEN_HINT : undefined;
}

export const API_KEY_HINT =
  'This has the form of an API key. API keys are for the unversioned surface; /v1 and the secure host take an access token: exchange the key at POST /v1/oauth/token.';
export const ACCESS_TOKEN_HINT =
  'This has the form of an access token. Access tokens are for /v1 and the secure host; the unversioned surface takes the API key itself.';

const THREE_PARTS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
