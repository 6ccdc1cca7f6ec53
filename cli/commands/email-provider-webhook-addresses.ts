import { withService } from '../../runtime/assembly/command-services.js';
import { KEEPS_SECRETS } from '../../runtime/command-session.js';
import { pathOf } from '../../subgraphs/messaging/provider-events/address/webhook-address.service.js';
import type { WebhookAddressRow } from '../../subgraphs/messaging/provider-events/address/webhook-address.store.js';
import { refusals } from '../command-error.js';
import { withScopes } from '../command-line-principal.js';
import { group, listed, members, withAnswer, yesOrNo } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { emailProviderOption, organizationOption } from '../shared-options.js';

const MOST = 1_000;

/** The command line has the rights of a key that manages campaigns. */
const operator = () => withScopes(['campaign_events:read', 'campaign_events:write']);

/** `campaign-events addresses …`: one organization's addresses for events from email providers. */
export const webhookAddresses = group(
  'an organization’s own addresses for events from email providers: create, list, end',
  {
    create: withAnswer(
      'create an address; its credentials are shown only this once',
      [
        organizationOption('the organization'),
        emailProviderOption('the email provider'),
        option('--name <name>', 'the name', { required: true }),
        option('--public-key <key>', 'for SendGrid: the verification key that it shows'),
        option('--signing-key <key>', 'for Mailgun: the HTTP webhook signing key that it shows'),
      ],
      async ({ organizationId, provider, name, publicKey, signingKey }) => {
        const keys = { public_key: publicKey, signing_key: signingKey };
        const body = { organization_id: organizationId, provider, name, ...keys };
        const { address, username, secret } = await withService(
          'emailProviderEvents',
          (service) => service.addresses.create(operator(), body),
          KEEPS_SECRETS,
        );
        const shown = [
          ...(username === null ? [] : [`username  ${username}`]),
          ...(secret === null ? [] : [`secret    ${secret}`, '', 'The secret is shown only this once.']),
        ];
        return {
          document: { ...document(address), username, secret },
          text: [`${address.id}`, `path      ${pathOf(address)}`, ...shown].join('\n'),
        };
      },
    ),
    list: withAnswer('every address, newest first; the newest 1000', [], async () => {
      const { items } = await withService('emailProviderEvents', (service) =>
        service.addresses.list(operator(), { limit: MOST }),
      );
      const columns = {
        ID: 'id',
        ORGANIZATION: 'organizationId',
        PROVIDER: 'provider',
        NAME: 'name',
        OPEN: ({ endedAt }: WebhookAddressRow) => yesOrNo(endedAt === null),
        PATH: pathOf,
      } as const;
      return listed('addresses', items, columns, { as: document });
    }),
    end: withAnswer(
      'stop accepting events at an address',
      [operand('<id>', 'the address’s id, from `list`')],
      async ({ id }) => {
        const ended = await withService('emailProviderEvents', (service) =>
          service.addresses.end(operator(), id),
        ).catch(refusals({ webhook_address_not_found: `there is no webhook address ${id}` }));
        return { document: document(ended), text: `${ended.name} no longer accepts events.` };
      },
    ),
  },
);

function document(address: WebhookAddressRow) {
  const names = 'id organization_id provider name path created_by created_at ended_at';
  return members({ ...address, path: pathOf(address) }, names);
}
