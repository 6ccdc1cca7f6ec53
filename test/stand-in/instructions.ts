import { recordPaymentLine, tokenLine } from '../../runtime/demo/banner.js';
import type { DemoCredentials } from '../../runtime/demo/credentials-file.js';
import type { RemoteStandIn } from '../support/remote-stand-ins.js';

const COMMAND = 'npm run -s tributary -- loan-systems';

/**
 * The output of a stand-in: how to give the product its secret, and commands for any POSIX shell that add, sync, read
 * and pay.
 */
export function linesFor(standIn: RemoteStandIn, accountNumber: string, credentials: DemoCredentials): string {
  const { kind, baseUrl, environment } = standIn;
  const secrets = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const code = `stand-in-${kind}`;
  return `
A stand-in for ${kind} listens at ${baseUrl}
It keeps three loans in memory and loses their payments when it stops (Ctrl-C).

First, give the secret to the product, which posts the payments. Stop npm start with Ctrl-C, then start it again:

export ${secrets.join(' ')}
${startLine(credentials)}

Then, in a third terminal in this folder: add the loan system (once), sync its loans, list them, pay one.

export ${secrets.join(' ')}
${COMMAND} add --code ${code} ${optionsOf(standIn)} --organization ${organizationOf(credentials)}
${COMMAND} sync ${code}
${readAndPay(credentials, accountNumber).join('\n')}

Before you stop it for good, remove it, so that the product does not call it any more:

${COMMAND} remove ${code} --force
`;
}

/** Uses the product's current ports, which are in the addresses of the credentials. */
function startLine({ base_url, graphql_url, secure_url }: DemoCredentials): string {
  const ports = { PORT: base_url, GRAPHQL_PORT: graphql_url, SECURE_PORT: secure_url };
  const settings = Object.entries(ports).map(([variable, url]) => `${variable}=${new URL(url).port}`);
  return [...settings, 'npm start'].join(' ');
}

function optionsOf({ kind, baseUrl, settings, secretEnv }: RemoteStandIn): string {
  return [
    `--kind ${kind} --base-url ${baseUrl}`,
    ...Object.entries(settings).map(([name, value]) => `--setting ${name}=${value}`),
    ...Object.entries(secretEnv).map(([name, variable]) => `--secret ${name}-env=${variable}`),
  ].join(' ');
}

/** The demo key's own organization, so that the key may read and pay the synced loans. */
function organizationOf({ keys }: DemoCredentials): string {
  return fullKey(keys).organization_ids[0] ?? '';
}

function readAndPay({ base_url, keys }: DemoCredentials, accountNumber: string): readonly string[] {
  const key = fullKey(keys);
  const accounts = `"${base_url}/accounts?limit=3" -H 'Authorization: Bearer ${key.key}'`;
  const chosen = `JSON.parse(require("fs").readFileSync(0)).items.find((one) => one.external_account_number === "${accountNumber}").id`;
  return [
    `curl -sw '\\n' ${accounts}`,
    `ACCOUNT=$(curl -s ${accounts} | node -pe '${chosen}')`,
    tokenLine(base_url, key),
    recordPaymentLine(base_url, '$ACCOUNT'),
  ];
}

function fullKey(keys: DemoCredentials['keys']): DemoCredentials['keys'][number] {
  const key = keys.find(({ name }) => name === 'full');
  if (key === undefined) throw new Error('the demo credentials lack a key with every scope');
  return key;
}
