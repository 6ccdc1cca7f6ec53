import type { DemoCredentials } from './credentials.js';

/** What a start prints when it is ready: the addresses and, on demo data, a first payment ready to paste. */
export function demoBanner(credentials: DemoCredentials, credentialsPath: string): string {
  const { base_url, graphql_url, secure_url } = credentials;
  const key = credentials.keys.find(({ name }) => name === 'full');
  const account = credentials.sandbox_accounts['SBX-POSTS'];
  return `
Tributary is running on demo data.

  REST           ${base_url}
  GraphQL        ${graphql_url}
  Explorer       ${new URL('/explorer', graphql_url)}
  Secure host    ${secure_url}
  Demo key       ${key?.key ?? 'none'}
  All of it      ${credentialsPath}

A first payment, to paste:

${curlLines(base_url, key?.prefix ?? '', key?.key ?? '', account ?? '')}
`;
}

/** Three commands for any POSIX shell; the token is taken out with Node, which is there for certain. */
function curlLines(baseUrl: string, prefix: string, key: string, accountId: string): string {
  const tokenRequest = `{"grant_type":"client_credentials","client_id":"${prefix}","client_secret":"${key}"}`;
  const readToken = `node -pe 'JSON.parse(require("fs").readFileSync(0)).access_token'`;
  return [
    `TOKEN=$(curl -s ${baseUrl}/v1/oauth/token -H 'Content-Type: application/json' -d '${tokenRequest}' | ${readToken})`,
    `curl -s ${baseUrl}/v1/accounts/${accountId}/payments -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H "Idempotency-Key: first-$(date +%s)" -d '{"amount_cents":12500,"payment_method":"cash"}'`,
    `curl -s ${baseUrl}/v1/accounts/${accountId}/payments -H "Authorization: Bearer $TOKEN"`,
  ].join('\n');
}
