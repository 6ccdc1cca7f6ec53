import { userInfo } from 'node:os';
import { mintOperatorToken } from '../../core/auth/mint-operator-token.js';
import { LONGEST_OPERATOR_TOKEN_SECONDS, OPERATOR_TOKEN_SECONDS } from '../../core/auth/operator-token.js';
import {
  type ListedOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
} from '../../core/auth/operator-tokens/list-and-revoke-operator-tokens.js';
import { storedRights, withRoleNames } from '../../core/auth/operator-tokens/stored-rights.js';
import { loadTokenKeys } from '../../core/auth/token-keys.js';
import { OPERATOR_ROLES, ROLE_NAMES } from '../../core/principal/roles.js';
import { systemClock } from '../../core/time/clock.js';
import { withSession } from '../../runtime/command-session.js';
import { issuerOf } from '../../runtime/public-addresses.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { group, listed, members, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { roleAt } from '../role-at-organization.js';
import { numberThat } from '../shared-options.js';
import { validityOf } from '../validity.js';
import { peopleCommands } from './operators-people.js';

const isLifetime = (seconds: number) => Number.isSafeInteger(seconds) && seconds > 0;

export const operatorsCommands = group(
  'operators of the explorer and the dashboard: admit people, and create, list and revoke tokens',
  {
    ...peopleCommands,
    token: withAnswer(
      'create a bearer token for an operator; it is recorded and audited, and can be revoked',
      [
        option('--role <role>', `the operator’s rights: ${OPERATOR_ROLES.join(', ')}`, {
          choices: ROLE_NAMES,
          required: true,
        }),
        option('--role-at <organization=role...>', 'another role at one organization, as 01…=viewer', {
          as: 'rolesAt',
          parse: roleAt,
        }),
        option('--organization <id...>', 'the organizations it may access; default: all', { as: 'organizationIds' }),
        option('--subject <name>', 'who it is for; shown in the audit log', { byDefault: userInfo().username }),
        option('--ttl <seconds>', `lifetime, at most ${LONGEST_OPERATOR_TOKEN_SECONDS}`, {
          as: 'lifetimeSeconds',
          parse: numberThat(isLifetime, 'It must be a whole number of seconds above 0.'),
          byDefault: OPERATOR_TOKEN_SECONDS,
        }),
      ],
      async ({ rolesAt, ...request }) => {
        const rights = { ...request, rolesAt: rolesAt && Object.fromEntries(rolesAt) };
        const minted = await withSession(
          async ({ db, config }) => {
            const issuer = await issuerOf(config);
            const keys = await loadTokenKeys({ signingKeys: config.TOKEN_SIGNING_KEYS, issuer, clock: systemClock });
            return mintOperatorToken({ db, clock: systemClock, keys }, commandLinePrincipal(), rights);
          },
          { use: { tokens: 'issues' } },
        );
        if (minted.outcome === 'refused') throw new CommandError(minted.problems.join('; '));
        const { token, id, expiresAt: expires_at } = minted;
        const { subject, lifetimeSeconds: expires_in } = request;
        const { role, organizationIds, organizationRoles } = withRoleNames(storedRights(rights));
        const organization_ids = organizationIds.length > 0 ? organizationIds : 'all';
        const reach = { organization_ids, organization_roles: organizationRoles };
        return { document: { token, id, role, subject, expires_in, expires_at, ...reach }, text: token };
      },
    ),
    list: withAnswer(
      'list operator tokens, without the token itself; a token is deleted a month after it ends',
      [],
      async () => {
        const columns = {
          ID: 'id',
          NAME: 'name',
          ROLE: 'role',
          STATE: validityOf,
          'CREATED BY': 'createdBy',
          ORGANIZATIONS: ({ organizationIds: ids }: ListedOperatorToken) => (ids.length === 0 ? 'all' : ids.join(',')),
        } as const;
        return listed('operators', await withSession(({ db }) => listOperatorTokens({ db })), columns, {
          as: document,
        });
      },
    ),
    revoke: withAnswer(
      'revoke an operator token: when the command returns, every process rejects it',
      [operand('<id>', 'the token’s id, from `operators list`')],
      async ({ id }) => {
        const by = commandLinePrincipal();
        const revocation = await withSession(({ db }) => revokeOperatorToken({ db, clock: systemClock }, id, by));
        if (revocation.outcome === 'unknown') throw new CommandError(`there is no operator token with the id ${id}`);
        return {
          document: document(revocation.token),
          text: revocation.outcome === 'revoked' ? `Revoked ${id}.` : `${id} was already revoked.`,
        };
      },
    ),
  },
);

function document({ organizationIds: ids, ...token }: ListedOperatorToken) {
  const shown = { ...token, organizationIds: ids.length === 0 ? 'all' : ids };
  return members(shown, 'id name role organization_ids organization_roles created_at created_by expires_at revoked_at');
}
