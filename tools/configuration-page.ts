import type { z } from 'zod';
import { environmentFileTexts, readersText } from '../core/config/environment-file-texts.js';
import { ENVIRONMENT_FILES } from '../core/config/environment-files.js';
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

const introduction = () => `# Configuration

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

For a deployment, in environment files. \`deploy/environment.example\` shows the content of each:

| file | read by | what is in it | settings |
|---|---|---|---|
${fileRows()}

[\`secrets generate --env-files .\`](cli.md#secrets-generate) writes these files with new secrets, and \`.env\` with passwords of the database.
It replaces no file. \`compose.yaml\` reads them from the project's folder. Keep them out of version control.

A variable whose description begins with "Secret." belongs in the file of the parts that need it, and in no other.
The secrets of remote loan systems are in variables of your own choice: \`FINERACT_…\`, \`MAMBU_…\` or \`LOAN_SYSTEM_SECRET_…\`
([loan systems](loan-systems.md#adding-a-remote-loan-system)).
`;

/** The text of deploy/environment.example: each file before its secrets are filled in. */
export function environmentExample(): string {
  return `${[...environmentFileTexts({}, {}).values()].join('\n\n')}\n`;
}

/** The text of docs/configuration.md: the introduction, then each variable of the schema with its default. */
export function configurationPage(): string {
  const variables = Object.entries<z.ZodType>(configSchema.shape);
  return [
    introduction().trimEnd(),
    ...variables.flatMap(([name, schema]) => [...heading(name), row(name, schema)]),
    '',
  ].join('\n');
}

function fileRows(): string {
  return ENVIRONMENT_FILES.map((file) => {
    const names = Object.keys(file.variables).map((name) => `\`${name}\``);
    return `| \`${file.name}.env\` | ${readersText(file)} | ${file.content} | ${names.join(', ')} |`;
  }).join('\n');
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
