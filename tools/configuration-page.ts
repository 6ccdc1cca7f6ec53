import type { z } from 'zod';
import { configSchema } from '../core/config/schema.js';

type Variable = keyof typeof configSchema.shape;

/** A section's heading, by the variable that begins it: sections keep the order of the schema. */
const SECTIONS: Partial<Record<Variable, string>> = {
  NODE_ENV: 'Hosts, ports and public addresses',
  GATEWAY_URL: 'Parts that run apart',
  TRIBUTARY_DATA_DIR: 'Database',
  WEBHOOK_ALLOWED_NETWORKS: 'Outgoing webhooks',
  REPORT_EXPORT_CONNECTIONS: 'CSV exports',
  REDIS_URL: 'Rate limits',
  LOAN_SYSTEM_HOSTS: 'Loan systems',
  WORKER_CONCURRENCY: 'Worker',
  CARD_PROCESSOR_TIMEOUT_MS: 'Cards and unconfirmed postings',
  BODY_LIMIT_BYTES: 'Request sizes, and calls from email providers',
  GRAPHQL_MAX_TOKENS: 'GraphQL limits',
  EXPLORER_ENABLED: 'Explorer and dashboard',
  WEBHOOK_RETENTION_DAYS: 'Retention',
  SHUTDOWN_DELAY_MS: 'Shutdown, proxies and logs',
  OIDC_ISSUER: 'Sign-in of operators',
  TOKEN_SIGNING_KEYS: 'Keys and secrets',
  SENDGRID_WEBHOOK_PUBLIC_KEY: 'Keys of email providers',
};

const INTRODUCTION = `# Configuration

Every setting is an environment variable. \`npm run generate\` writes this page from \`core/config/schema.ts\`.

Settings are read once, when a process starts. A bad value stops the start, and the message names every bad or missing variable
at once. White space around a value is ignored. An empty value counts as not set.

A production deployment sets \`NODE_ENV=production\`, \`DATABASE_URL\`, \`PUBLIC_URL\`, \`SECURE_PUBLIC_URL\` and the secrets. Production refuses
the defaults of development. [Operations](operations.md#the-parts) says which part needs which secret.

## Setting variables

For one process, in the shell:

\`\`\`sh
PORT=5000 GRAPHQL_PORT=5001 SECURE_PORT=5002 npm start
\`\`\`

For a deployment, in environment files. \`deploy/\` has an example of each:

| file | read by | what is in it |
|---|---|---|
| \`compose.env\` | every part | settings that all parts share: public addresses, public keys, \`CURSOR_SIGNING_SECRET\`, \`TRUST_PROXY\` |
| \`rest.env\` | \`serve rest\` | the keys that sign access tokens, and this part's own signing key |
| \`secure.env\` | \`serve secure\` | the secret of card fingerprints, the card processor's webhook secrets, and this part's own signing key |
| \`gateway.env\` | \`serve gateway\` | this part's own signing key |
| \`worker.env\` | \`serve worker\` | this part's own signing key |
| \`data.env\` | the subgraphs that keep secrets, and the worker | \`DATA_ENCRYPTION_KEYS\` |
| \`cards.env\` | \`serve secure\`, the worker and the payments subgraph | the card processor's secret key |

Copy a file without its ending \`.example\`, fill it in, and keep the copy out of version control. \`compose.yaml\` reads these files from the
project's folder. [\`secrets generate\`](cli.md#secrets-generate) prints the secrets of a new deployment as lines of these files.

A variable whose description begins with "Secret." belongs in the file of the parts that need it, and in no other.
The secrets of remote loan systems are in variables of your own choice: \`FINERACT_…\`, \`MAMBU_…\` or \`LOAN_SYSTEM_SECRET_…\`
([loan systems](loan-systems.md#adding-a-remote-loan-system)).
`;

/** The text of docs/configuration.md: the introduction, then each variable of the schema with its default. */
export function configurationPage(): string {
  const variables = Object.entries<z.ZodType>(configSchema.shape);
  return [
    INTRODUCTION.trimEnd(),
    ...variables.flatMap(([name, schema]) => [...heading(name), row(name, schema)]),
    '',
  ].join('\n');
}

function heading(name: string): readonly string[] {
  const title = SECTIONS[name as Variable];
  return title === undefined ? [] : ['', `## ${title}`, '', '| variable | default | description |', '|---|---|---|'];
}

function row(name: string, schema: z.ZodType): string {
  const fallback = defaultOf(schema);
  return `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${schema.description} |`;
}

function defaultOf(schema: z.ZodType): string | undefined {
  const parsed = schema.safeParse(undefined);
  const fallback = parsed.success ? String(parsed.data ?? '') : '';
  return fallback === '' ? undefined : fallback;
}
