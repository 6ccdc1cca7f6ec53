import { type Command, Option } from 'commander';
import { Problem } from '../../core/errors/problem.js';
import { organizationList } from '../../runtime/assembly/organization-list.reads.store.js';
import { platformOf } from '../../runtime/assembly/services/platform.js';
import { withSession } from '../../runtime/command-session.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';
import { ownName } from '../how-user-invokes-the-program.js';

export function registerOrganizations(program: Command): void {
  const organizations = program.command('organizations').description('lenders: create, list, update, add a workspace');
  registerCreate(organizations);
  registerUpdate(organizations);
  registerAddWorkspace(organizations);
  withAnswer(organizations.command('list').description('every organization, with its workspaces'), async () => {
    const found = await withSession((session) => organizationList(session, commandLinePrincipal()));
    const rows = found.map(({ id, display_name, is_active, sandbox, accounts, workspaces }) => [
      id,
      display_name,
      is_active ? 'yes' : 'no',
      sandbox ? 'yes' : 'no',
      String(accounts),
      workspaces.map((workspace) => workspace.id).join(','),
    ]);
    return {
      document: { organizations: found },
      text: table(['ID', 'NAME', 'ACTIVE', 'SANDBOX', 'ACCOUNTS', 'WORKSPACES'], rows),
    };
  });
}

interface CreateOptions {
  readonly displayName: string;
  readonly legalName: string;
  readonly dbaName?: string;
  readonly timeZone?: string;
  readonly sandbox?: true;
  readonly pauseAutopayAfterChargeOff?: 'true' | 'false';
}

function registerCreate(organizations: Command): void {
  const command = organizations
    .command('create')
    .description('create a lender; add its loan systems to get its accounts')
    .requiredOption('--display-name <name>', 'the display name')
    .requiredOption('--legal-name <name>', 'the legal name')
    .option('--dba-name <name>', 'the name it does business as; default: the display name')
    .option('--time-zone <name>', 'IANA time zone of its business day; default: America/New_York')
    .addOption(pausesOption())
    .option('--sandbox', 'make it a sandbox, for good: it has its own clock and no real money');
  withAnswer(command, async () => {
    const { pauseAutopayAfterChargeOff: pauses, ...names } = command.opts<CreateOptions>();
    const request = { ...names, ...(pauses !== undefined && { pausesAutopayAfterChargeOff: pauses === 'true' }) };
    const made = await withSession((session) =>
      platformOf(session).organizations.create(commandLinePrincipal(), request),
    );
    const { id, displayName, legalName, dbaName, timeZone, isSandbox, sandboxAccounts } = made;
    const summary = {
      ...{ display_name: displayName, legal_name: legalName, dba_name: dbaName, time_zone: timeZone },
      pauses_autopay_after_charge_off: made.pausesAutopayAfterChargeOff,
    };
    const next = [
      `\`${ownName()} keys create --organization ${id}\` with its scopes`,
      `\`${ownName()} loan-systems add --help\``,
    ];
    const shown = isSandbox ? [`its test accounts by \`${ownName()} sandbox accounts --organization ${id}\``] : [];
    return {
      document: { id, ...summary, sandbox: isSandbox, ...(isSandbox && { sandbox_accounts: sandboxAccounts }) },
      text: `${id}\n\nThe id of ${displayName}. Next: ${[...next, ...shown].join(', ')}.`,
    };
  });
}

interface UpdateOptions {
  readonly displayName?: string;
  readonly legalName?: string;
  readonly dbaName?: string;
  readonly timeZone?: string;
  readonly active?: 'true' | 'false';
  readonly pauseAutopayAfterChargeOff?: 'true' | 'false';
}

function pausesOption(): Option {
  const description = 'pause autopay schedules of a loan that is charged off, until a person resumes them';
  return new Option('--pause-autopay-after-charge-off <whether>', description).choices(['true', 'false']);
}

function registerUpdate(organizations: Command): void {
  const command = organizations
    .command('update')
    .argument('<organization>', 'the id of the organization')
    .description('change names and settings; an inactive organization takes no new payment, method, schedule or run')
    .option('--display-name <name>', 'the display name')
    .option('--legal-name <name>', 'the legal name')
    .option('--dba-name <name>', 'the name it does business as')
    .option('--time-zone <name>', 'IANA time zone of its business day, for example America/Chicago')
    .addOption(pausesOption())
    .addOption(new Option('--active <whether>', 'whether it is active').choices(['true', 'false']));
  withAnswer(command, async (id = '') => {
    const { active, pauseAutopayAfterChargeOff: pauses, ...names } = command.opts<UpdateOptions>();
    const change = {
      ...names,
      ...(active !== undefined && { isActive: active === 'true' }),
      ...(pauses !== undefined && { pausesAutopayAfterChargeOff: pauses === 'true' }),
    };
    const { displayName, legalName, dbaName, timeZone, isActive, pausesAutopayAfterChargeOff } = await withSession(
      (session) => platformOf(session).organizations.update(commandLinePrincipal(), id, change),
    ).catch((error: unknown) => {
      const isUnknown = error instanceof Problem && error.code === 'organization_not_found';
      throw isUnknown ? new CommandError(`there is no organization ${id}`) : error;
    });
    return {
      document: {
        id,
        display_name: displayName,
        legal_name: legalName,
        dba_name: dbaName,
        time_zone: timeZone,
        is_active: isActive,
        pauses_autopay_after_charge_off: pausesAutopayAfterChargeOff,
      },
      text: `${displayName} is ${isActive ? 'active' : 'not active: it takes no new payment, method, schedule or run'}.`,
    };
  });
}

function registerAddWorkspace(organizations: Command): void {
  const command = organizations
    .command('add-workspace')
    .argument('<organization>', 'the id of the organization')
    .description('add a workspace, which holds email templates and campaigns')
    .requiredOption('--name <name>', 'the name');
  withAnswer(command, async (organizationId = '') => {
    const request = { organizationId, ...command.opts<{ readonly name: string }>() };
    // Imported here because it loads all of email, which the other commands in this file do not need.
    const { emailOf } = await import('../../runtime/assembly/services/email.js');
    const { id, name } = await withSession((session) =>
      emailOf(session).workspaces.create(commandLinePrincipal(), request),
    );
    return {
      document: { id, organization_id: organizationId, name },
      text: `${id}\n\nThe id of the workspace ${name}.`,
    };
  });
}
