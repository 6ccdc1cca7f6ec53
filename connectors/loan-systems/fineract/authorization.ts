import { createAccessTokens, withAccessToken } from '../http/access-token.js';
import type { RemoteParts } from '../remote-kind.js';
import type { FineractSettings } from './settings.js';

/** Connections that authorize each call: with HTTP Basic, or with an access token of an OAuth 2 client. */
export function authorizedConnect(parts: RemoteParts<FineractSettings>): RemoteParts<FineractSettings>['connect'] {
  const { code, settings, secrets, connect, clock, logger } = parts;
  const { 'token-url': tokenUrl, 'client-id': clientId, scope } = settings;
  if (tokenUrl === undefined || clientId === undefined) {
    const basic = Buffer.from(`${settings.username ?? ''}:${secrets['password'] ?? ''}`).toString('base64');
    return (headers, address) => connect({ ...headers, authorization: `Basic ${basic}` }, address);
  }
  const client = { clientId, clientSecret: secrets['client-secret'] ?? '', scope };
  const tokens = createAccessTokens({
    code,
    http: connect({ accept: 'application/json' }, tokenUrl),
    client,
    clock,
    logger,
  });
  return (headers, address) => withAccessToken(connect(headers, address), tokens);
}
