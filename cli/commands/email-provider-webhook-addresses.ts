import { type Command, Option } from 'commander';
import { EMAIL_PROVIDERS } from '../../core/contract/campaign-event.js';
import { Problem } from '../../core/errors/problem.js';
import { providerEventsOf } from '../../runtime/assembly/services/email-provider-events.js';
import { withSession } from '../../runtime/command-session.js';
import { pathOf } from '../../subgraphs/messaging/provider-events/address/webhook-address.service.js';
import type { WebhookAddressRow } from '../../subgraphs/messaging/provider-events/address/webhook-address.store.js';
import { CommandError } from '../command-error.js';
import { withScopes } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';

const KEEPING = { use: { keepsSecrets: true } } as const;
const MOST = 1_000;

/** The command line has the rights of a key that manages campaigns. */
const operator = () => withScopes(['campaign_events:read', 'campaign_events:write']);

/** `campaign-events addresses …`: one organization's addresses for events from email providers. */
export function registerWebhookAddresses(events: Command): void {
  const addresses = events
    .command('addresses')
    .description('an organization’s own addresses for events from email providers: create, list, end');
  registerCreate(addresses);
  withAnswer(addresses.command('list').description('every address, newest first; the newest 1000'), async () => {
    const { items } = await withSession((session) =>
      providerEventsOf(session).addresses.list(operator(), { limit: MOST }),
    );
    const rows = items.map(({ id, organizationId, provider, name, endedAt, ...address }) => [
      ...[id, organizationId, provider, name, endedAt === null ? 'yes' : 'no', pathOf(address)],
    ]);
    return {
      document: { addresses: items.map(document) },
      text: table(['ID', 'ORGANIZATION', 'PROVIDER', 'NAME', 'OPEN', 'PATH'], rows),
    };
  });
  registerEnd(addresses);
}

interface CreateOptions {
  readonly organization: string;
  readonly provider: string;
  readonly name: string;
  readonly publicKey?: string;
  readonly signingKey?: string;
}

function registerCreate(addresses: Command): void {
  const command = addresses
    .command('create')
    .description('create an address; its credentials are shown only this once')
    .requiredOption('--organization <id>', 'the organization')
    .addOption(
      new Option('--provider <code>', 'the email provider').choices([...EMAIL_PROVIDERS]).makeOptionMandatory(true),
    )
    .requiredOption('--name <name>', 'the name')
    .option('--public-key <key>', 'for SendGrid: the verification key that it shows')
    .option('--signing-key <key>', 'for Mailgun: the HTTP webhook signing key that it shows');
  withAnswer(command, async () => {
    const { organization, provider, name, publicKey, signingKey } = command.opts<CreateOptions>();
    const body = {
      organization_id: organization,
      provider,
      name,
      public_key: publicKey,
      signing_key: signingKey,
    };
    const { address, username, secret } = await withSession(
      (session) => providerEventsOf(session).addresses.create(operator(), body),
      KEEPING,
    );
    const shown = [
      ...(username === null ? [] : [`username  ${username}`]),
      ...(secret === null ? [] : [`secret    ${secret}`, '', 'The secret is shown only this once.']),
    ];
    return {
      document: { ...document(address), username, secret },
      text: [`${address.id}`, `path      ${pathOf(address)}`, ...shown].join('\n'),
    };
  });
}

function registerEnd(addresses: Command): void {
  const command = addresses
    .command('end')
    .argument('<id>', 'the address’s id, from `list`')
    .description('stop accepting events at an address');
  withAnswer(command, async (id = '') => {
    const ended = await withSession((session) => providerEventsOf(session).addresses.end(operator(), id)).catch(
      (error: unknown) => {
        const isUnknown = error instanceof Problem && error.code === 'webhook_address_not_found';
        throw isUnknown ? new CommandError(`there is no webhook address ${id}`) : error;
      },
    );
    return { document: document(ended), text: `${ended.name} no longer accepts events.` };
  });
}

function document(address: WebhookAddressRow) {
  return {
    id: address.id,
    organization_id: address.organizationId,
    provider: address.provider,
    name: address.name,
    path: pathOf(address),
    created_by: address.createdBy,
    created_at: address.createdAt,
    ended_at: address.endedAt,
  };
}
