import { withService } from '../../runtime/assembly/command-services.js';
import { refusals } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { withAnswer } from '../command-result-as-json-or-text.js';
import { operand } from '../options.js';
import { emailProviderOption, organizationOption } from '../shared-options.js';

/**
 * `campaign-events approve`: assigns a campaign identifier to an organization, for calls to the shared webhook address.
 */
export const approveIdentifier = withAnswer(
  'assign a campaign identifier to an organization, for calls to the shared address; waiting events are matched',
  [
    operand('<identifier>', 'the campaign’s identifier at the provider'),
    organizationOption('the owner, even if other organizations have registered the identifier too'),
    emailProviderOption('the provider that issued the identifier'),
  ],
  async ({ identifier, organizationId, provider }) => {
    const request = { organizationId, provider, identifier };
    const { id, name } = await withService('email', ({ campaigns }) =>
      campaigns.approveIdentifier(commandLinePrincipal(), request),
    ).catch(refusals({ campaign_not_found: `no campaign of ${organizationId} has that identifier` }));
    return {
      document: { campaign_id: id, organization_id: organizationId, provider, identifier },
      text: `${identifier} of ${provider} now belongs to ${name}.`,
    };
  },
);
