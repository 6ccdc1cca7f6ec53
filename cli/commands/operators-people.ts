import { withRoleNames } from '../../core/auth/operator-tokens/stored-rights.js';
import {
  addOperator,
  changeOperator,
  disableOperator,
  enableOperator,
  listOperators,
  type OperatorChangeOutcome,
} from '../../core/auth/operators/administration.js';
import type { StoredOperator } from '../../core/auth/operators/store.js';
import { OPERATOR_ROLES, ROLE_NAMES } from '../../core/principal/roles.js';
import { systemClock } from '../../core/time/clock.js';
import { withSession } from '../../runtime/command-session.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { type Answer, listed, members, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { roleAt } from '../role-at-organization.js';

const PERSON = operand('<id>', 'the person’s id, from `operators people`');

const rights = [
  option('--role <role>', `the role at every organization: ${OPERATOR_ROLES.join(', ')}`, { choices: ROLE_NAMES }),
  option('--role-at <organization=role...>', 'instead: the role at some organizations, as 01…=agent', {
    as: 'rolesAt',
    parse: roleAt,
  }),
] as const;

/** People whom the identity provider identifies. Their records decide what they may do. */
export const peopleCommands = {
  people: withAnswer('list the people who were admitted, including disabled ones', [], async () => {
    const columns = {
      ID: 'id',
      NAME: 'name',
      'SIGNS IN BY': ({ email, subject }: StoredOperator) => subject ?? email ?? '',
      ROLE: roleText,
      STATE: ({ disabledAt }: StoredOperator) => (disabledAt === null ? 'enabled' : 'disabled'),
      'LAST SIGN-IN': ({ lastSignedInAt }: StoredOperator) => lastSignedInAt?.slice(0, 10) ?? 'never',
    } as const;
    return listed('people', await withSession(({ db }) => listOperators({ db })), columns, { as: document });
  }),
  add: withAnswer(
    'admit a person before they first sign in, by the email address or the subject that the identity provider states',
    [
      option('--name <name>', 'the person’s name', { required: true }),
      option(
        '--email <address>',
        'the first sign-in with this address, if the provider has verified it, is this person’s',
      ),
      option('--subject <subject>', 'the person’s `sub` at the provider'),
      option('--issuer <url>', 'the provider of that subject; default: OIDC_ISSUER'),
      ...rights,
    ],
    async ({ rolesAt, issuer, ...request }) => {
      const added = await withSession(({ db, config }) => {
        const provider = request.subject === undefined ? undefined : (issuer ?? config.OIDC_ISSUER);
        const person = { ...request, issuer: provider, rolesAt: rolesAt && Object.fromEntries(rolesAt) };
        return addOperator({ db, clock: systemClock }, commandLinePrincipal(), person);
      });
      return shown(added, '', 'Admitted');
    },
  ),
  change: withAnswer(
    'change a person’s name or roles: when the command returns, running sessions have the new ones',
    [PERSON, option('--name <name>', 'the person’s name'), ...rights],
    async ({ id, rolesAt, ...request }) => {
      const changed = { ...request, rolesAt: rolesAt && Object.fromEntries(rolesAt) };
      return shown(
        await withParts((parts) => changeOperator(parts, commandLinePrincipal(), id, changed)),
        id,
        'Changed',
      );
    },
  ),
  disable: withAnswer(
    'end a person’s sessions and refuse new ones: when the command returns, no process accepts one',
    [PERSON],
    async ({ id }) =>
      shown(await withParts((parts) => disableOperator(parts, commandLinePrincipal(), id)), id, 'Disabled'),
  ),
  enable: withAnswer('let a disabled person sign in again', [PERSON], async ({ id }) =>
    shown(await withParts((parts) => enableOperator(parts, commandLinePrincipal(), id)), id, 'Enabled'),
  ),
};

function withParts(work: (parts: Parameters<typeof enableOperator>[0]) => Promise<OperatorChangeOutcome>) {
  return withSession(({ db }) => work({ db, clock: systemClock }));
}

function shown(outcome: OperatorChangeOutcome, id: string, done: string): Answer {
  switch (outcome.outcome) {
    case 'done': {
      const { operator } = outcome;
      return {
        document: document(operator),
        text: `${done} ${operator.name} (${operator.id}): ${roleText(operator)}.`,
      };
    }
    case 'refused':
      throw new CommandError(outcome.problems.join('; '));
    case 'unknown':
      throw new CommandError(`there is no person with the id ${id}`);
    case 'exists':
      throw new CommandError('a person with this email address or subject was admitted already');
    case 'last_admin':
      throw new CommandError(`${id} is the only admin of all organizations who has signed in: make another one first`);
  }
}

function roleText(operator: StoredOperator): string {
  const { role, organizationIds, organizationRoles } = withRoleNames(operator);
  if (organizationIds.length === 0) return role;
  return organizationIds.map((id, place) => `${id}=${organizationRoles[place] ?? role}`).join(',');
}

function document(operator: StoredOperator) {
  const { organizationIds: ids, ...rest } = withRoleNames(operator);
  return members(
    { ...rest, organizationIds: ids.length === 0 ? 'all' : ids },
    'id name email issuer subject role organization_ids organization_roles created_at created_by disabled_at last_signed_in_at',
  );
}
