import type { DemoCredentials, DemoKey } from './credentials-file.js';

/** Printed when a start is ready: the addresses and, with demo data, a first payment ready to paste. */
export function demoBanner(credentials: DemoCredentials, credentialsPath: string): string {
  const { base_url, graphql_url, secure_url } = credentials;
  const key = credentials.keys.find(({ name }) => name === 'full');
  const account = credentials.sandbox_accounts['SBX-POSTS'];
  return `
Tributary is running on demo data; Ctrl-C stops it.

  Dashboard      ${new URL('/', graphql_url)}
  REST           ${base_url}
  Its reference  ${base_url}/docs
  GraphQL        ${graphql_url}
  Explorer       ${new URL('/explorer', graphql_url)}
  Secure host    ${secure_url}
  Demo key       ${key?.key ?? 'none'}
  All of it      ${credentialsPath}

A first payment, to paste:

${curlLines(base_url, key, account ?? '')}
`;
}

/** Three commands for any POSIX shell. */
function curlLines(baseUrl: string, key: DemoKey | undefined, accountId: string): string {
  return [
    tokenLine(baseUrl, key),
    recordPaymentLine(baseUrl, accountId),
    `curl -sw '\\n' ${baseUrl}/v1/accounts/${accountId}/payments -H "Authorization: Bearer $TOKEN"`,
  ].join('\n');
}

/** Puts an access token into TOKEN; parsed with Node, which is always installed. */
export function tokenLine(baseUrl: string, key: DemoKey | undefined): string {
  const tokenRequest = `{"grant_type":"client_credentials","client_id":"${key?.prefix ?? ''}","client_secret":"${key?.key ?? ''}"}`;
  const readToken = `node -pe 'JSON.parse(require("fs").readFileSync(0)).access_token'`;
  return `TOKEN=$(curl -s ${baseUrl}/v1/oauth/token -H 'Content-Type: application/json' -d '${tokenRequest}' | ${readToken})`;
}

/** Pays with TOKEN, under a key that changes every second. */
export function recordPaymentLine(baseUrl: string, account: string): string {
  return `curl -sw '\\n' ${baseUrl}/v1/accounts/${account}/payments -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H "Idempotency-Key: first-$(date +%s)" -d '{"amount_cents":12500,"payment_method":"cash"}'`;
}
