import { type Command, Option } from 'commander';
import { EMAIL_PROVIDERS, type EmailProviderCode } from '../../core/contract/campaign-event.js';
import { Problem } from '../../core/errors/problem.js';
import { emailOf } from '../../runtime/assembly/services/email.js';
import { withSession } from '../../runtime/command-session.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { withAnswer } from '../command-result-as-json-or-text.js';

interface ApproveOptions {
  readonly organization: string;
  readonly provider: EmailProviderCode;
}

/**
 * `campaign-events approve`: assigns a campaign identifier to an organization, for calls to the shared webhook address.
 */
export function registerApprove(events: Command): void {
  const command = events
    .command('approve')
    .argument('<identifier>', 'the campaign’s identifier at the provider')
    .description(
      'assign a campaign identifier to an organization, for calls to the shared address; waiting events are matched',
    )
    .requiredOption('--organization <id>', 'the owner, even if other organizations have registered the identifier too')
    .addOption(
      new Option('--provider <code>', 'the provider that issued the identifier')
        .choices([...EMAIL_PROVIDERS])
        .makeOptionMandatory(true),
    );
  withAnswer(command, async (identifier = '') => {
    const { organization: organizationId, provider } = command.opts<ApproveOptions>();
    const { id, name } = await withSession((session) => {
      const { campaigns } = emailOf(session);
      return campaigns.approveIdentifier(commandLinePrincipal(), { organizationId, provider, identifier });
    }).catch((error: unknown) => {
      const isUnknown = error instanceof Problem && error.code === 'campaign_not_found';
      throw isUnknown ? new CommandError(`no campaign of ${organizationId} has that identifier`) : error;
    });
    return {
      document: { campaign_id: id, organization_id: organizationId, provider, identifier },
      text: `${identifier} of ${provider} now belongs to ${name}.`,
    };
  });
}
