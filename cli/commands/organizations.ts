import { withService } from '../../runtime/assembly/command-services.js';
import { organizationList } from '../../runtime/assembly/organization-list.reads.store.js';
import { withSession } from '../../runtime/command-session.js';
import { refusals } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { group, members, tableOf, withAnswer, yesOrNo } from '../command-result-as-json-or-text.js';
import { ownName } from '../how-user-invokes-the-program.js';
import { operand, option } from '../options.js';

const trueOrFalse = ['true', 'false'] as const;

const pausesOption = option(
  '--pause-autopay-after-charge-off <whether>',
  'pause autopay schedules of a loan that is charged off, until a person resumes them',
  { as: 'pauses', choices: trueOrFalse },
);

const pausing = (pauses: 'true' | 'false' | undefined) =>
  pauses === undefined ? {} : { pausesAutopayAfterChargeOff: pauses === 'true' };

const SHOWN = 'display_name legal_name dba_name time_zone';

export const organizationsCommands = group('lenders: create, list, update, add a workspace', {
  create: withAnswer(
    'create a lender; add its loan systems to get its accounts',
    [
      option('--display-name <name>', 'the display name', { required: true }),
      option('--legal-name <name>', 'the legal name', { required: true }),
      option('--dba-name <name>', 'the name it does business as; default: the display name'),
      option('--time-zone <name>', 'IANA time zone of its business day; default: America/New_York'),
      pausesOption,
      option('--sandbox', 'make it a sandbox, for good: it has its own clock and no real money'),
    ],
    async ({ pauses, ...asked }) => {
      const made = await withService('platform', (platform) =>
        platform.organizations.create(commandLinePrincipal(), { ...asked, ...pausing(pauses) }),
      );
      const { id, displayName, isSandbox, sandboxAccounts } = made;
      const next = [
        `\`${ownName()} keys create --organization ${id}\` with its scopes`,
        `\`${ownName()} loan-systems add --help\``,
        ...(isSandbox ? [`its test accounts by \`${ownName()} sandbox accounts --organization ${id}\``] : []),
      ];
      return {
        document: {
          ...members(made, `id ${SHOWN} pauses_autopay_after_charge_off`),
          sandbox: isSandbox,
          ...(isSandbox && { sandbox_accounts: sandboxAccounts }),
        },
        text: `${id}\n\nThe id of ${displayName}. Next: ${next.join(', ')}.`,
      };
    },
  ),
  update: withAnswer(
    'change names and settings; an inactive organization takes no new payment, method, schedule or run',
    [
      operand('<organization>', 'the id of the organization', { as: 'id' }),
      option('--display-name <name>', 'the display name'),
      option('--legal-name <name>', 'the legal name'),
      option('--dba-name <name>', 'the name it does business as'),
      option('--time-zone <name>', 'IANA time zone of its business day, for example America/Chicago'),
      pausesOption,
      option(
        '--recovering-since <time>',
        'the time to which the database was restored, ISO 8601: each payment at a remote loan system is looked up before it is sent, until this is `ended`',
        { as: 'recoveringSince' },
      ),
      option('--active <whether>', 'whether it is active', { choices: trueOrFalse }),
    ],
    async ({ id, active, pauses, ...names }) => {
      const isActive = active === undefined ? {} : { isActive: active === 'true' };
      const changed = await withService('platform', (platform) =>
        platform.organizations.update(commandLinePrincipal(), id, { ...names, ...isActive, ...pausing(pauses) }),
      ).catch(refusals({ organization_not_found: `there is no organization ${id}` }));
      const state = changed.isActive ? 'active' : 'not active: it takes no new payment, method, schedule or run';
      return {
        document: { id, ...members(changed, `${SHOWN} is_active pauses_autopay_after_charge_off recovering_since`) },
        text: `${changed.displayName} is ${state}.`,
      };
    },
  ),
  'add-workspace': withAnswer(
    'add a workspace, which holds email templates and campaigns',
    [
      operand('<organization>', 'the id of the organization', { as: 'organizationId' }),
      option('--name <name>', 'the name', { required: true }),
    ],
    async ({ organizationId, ...asked }) => {
      const { id, name } = await withService('email', ({ workspaces }) =>
        workspaces.create(commandLinePrincipal(), { organizationId, ...asked }),
      );
      return {
        document: { id, organization_id: organizationId, name },
        text: `${id}\n\nThe id of the workspace ${name}.`,
      };
    },
  ),
  list: withAnswer('every organization, with its workspaces', [], async () => {
    const found = await withSession((session) => organizationList(session, commandLinePrincipal()));
    const text = tableOf(found, {
      ID: 'id',
      NAME: 'display_name',
      ACTIVE: ({ is_active }) => yesOrNo(is_active),
      SANDBOX: ({ sandbox }) => yesOrNo(sandbox),
      ACCOUNTS: 'accounts',
      WORKSPACES: ({ workspaces }) => workspaces.map(({ id }) => id).join(','),
    });
    return { document: { organizations: found }, text };
  }),
});
