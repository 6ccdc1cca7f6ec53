import { type Command, InvalidArgumentError } from 'commander';
import { Problem } from '../../core/errors/problem.js';
import { sessionParts } from '../../runtime/assembly/command-service-dependencies.js';
import { withSession } from '../../runtime/command-session.js';
import { sandboxAccounts } from '../../subgraphs/servicing/platform/organization/open-missing-scenario-loans.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';

const YEAR_DAYS = 365;

/** `sandbox …`: a simulated year, and test accounts. */
export function registerSandbox(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('sandbox organizations: simulate a year of a loan, list test accounts');
  const year = sandbox
    .command('year')
    .description('simulate a year of a loan in a new sandbox organization, and report what happened each day')
    .option('--days <count>', 'number of days to simulate', dayCount, YEAR_DAYS);
  withAnswer(year, async () => {
    // Imported here because it loads the whole product, which no other command needs.
    const { simulateYear } = await import('../../runtime/running/sandbox-year.js');
    const asked = year.opts<{ readonly days: number }>();
    const { organizationId, accountId, days } = await withSession((session) =>
      simulateYear(session, commandLinePrincipal(), asked.days),
    );
    return {
      document: { organization_id: organizationId, account_id: accountId, days },
      text: days.map(({ day, happened }) => happened.map((line) => `${day}  ${line}`).join('\n')).join('\n'),
    };
  });
  const accounts = sandbox
    .command('accounts')
    .description('list a sandbox organization’s test accounts by name, and open the missing ones')
    .requiredOption('--organization <id>', 'the organization');
  withAnswer(accounts, async () => {
    const { organization } = accounts.opts<{ readonly organization: string }>();
    const found = await withSession((session) =>
      sandboxAccounts(sessionParts(session), commandLinePrincipal(), organization),
    ).catch((error: unknown) => {
      throw error instanceof Problem ? new CommandError(refusal(error, organization)) : error;
    });
    return {
      document: { organization_id: organization, sandbox_accounts: found.accounts, opened: found.opened },
      text: table(['NAME', 'ID'], Object.entries(found.accounts)),
    };
  });
}

function refusal({ code, message }: Problem, organization: string): string {
  switch (code) {
    case 'organization_not_found':
      return `there is no organization ${organization}`;
    case 'test_clock_not_available':
      return `${organization} is not a sandbox organization`;
    default:
      return message;
  }
}

function dayCount(text: string): number {
  const days = Number(text);
  if (!/^\d{1,3}$/.test(text) || days < 1 || days > YEAR_DAYS)
    throw new InvalidArgumentError(`It must be a number from 1 to ${YEAR_DAYS}.`);
  return days;
}
