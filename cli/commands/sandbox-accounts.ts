import { sessionParts } from '../../runtime/assembly/command-service-dependencies.js';
import { withSession } from '../../runtime/command-session.js';
import { sandboxAccounts } from '../../subgraphs/servicing/platform/organization/open-missing-scenario-loans.js';
import { refusals } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { group, table, withAnswer } from '../command-result-as-json-or-text.js';
import { organizationOption } from '../shared-options.js';

/** `sandbox …`: test accounts. */
export const sandboxCommands = group('sandbox organizations: list test accounts', {
  accounts: withAnswer(
    'list a sandbox organization’s test accounts by name, and open the missing ones',
    [organizationOption('the organization')],
    async ({ organizationId }) => {
      const { accounts, opened } = await withSession((session) =>
        sandboxAccounts(sessionParts(session), commandLinePrincipal(), organizationId),
      ).catch(
        refusals(
          {
            organization_not_found: `there is no organization ${organizationId}`,
            test_clock_not_available: `${organizationId} is not a sandbox organization`,
          },
          ({ message }) => message,
        ),
      );
      return {
        document: { organization_id: organizationId, sandbox_accounts: accounts, opened },
        text: table(['NAME', 'ID'], Object.entries(accounts)),
      };
    },
  ),
});
