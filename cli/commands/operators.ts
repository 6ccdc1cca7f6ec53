import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Temporal } from 'temporal-polyfill';
import { mintOperatorToken } from '../../core/auth/mint-operator-token.js';
import { LONGEST_OPERATOR_TOKEN_SECONDS, OPERATOR_TOKEN_SECONDS } from '../../core/auth/operator-token.js';
import {
  listOperatorTokens,
  revokeOperatorToken,
} from '../../core/auth/operator-tokens/list-and-revoke-operator-tokens.js';
import type { StoredOperatorToken } from '../../core/auth/operator-tokens/store.js';
import { loadTokenKeys, type TokenKeys } from '../../core/auth/token-keys.js';
import { OPERATOR_ROLES, type OperatorRole } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { type Session, withSession } from '../../runtime/command-session.js';
import { issuerOf } from '../../runtime/public-addresses.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';

interface TokenOptions {
  readonly role: OperatorRole;
  readonly organization?: readonly string[];
  readonly subject: string;
  readonly ttl: number;
}

export function registerOperators(program: Command): void {
  const operators = program
    .command('operators')
    .description('operators of the explorer and the dashboard: create, list and revoke their tokens');
  registerToken(operators);
  registerList(operators);
  registerRevoke(operators);
}

function registerToken(operators: Command): void {
  const command = operators
    .command('token')
    .description('create a bearer token for an operator; it is recorded and audited, and can be revoked')
    .addOption(new Option('--role <role>', 'the operator’s rights').choices(OPERATOR_ROLES).makeOptionMandatory())
    .option('--organization <id...>', 'the organizations it may access; default: all')
    .option('--subject <name>', 'who it is for; shown in the audit log', userInfo().username)
    .option('--ttl <seconds>', `lifetime, at most ${LONGEST_OPERATOR_TOKEN_SECONDS}`, seconds, OPERATOR_TOKEN_SECONDS);
  withAnswer(command, async () => {
    const { role, organization, subject, ttl } = command.opts<TokenOptions>();
    const request = { subject, role, lifetimeSeconds: ttl, ...(organization && { organizationIds: organization }) };
    const minted = await withSession(
      async (session) =>
        mintOperatorToken(
          { db: session.db, clock: systemClock, keys: await tokenKeysOf(session) },
          commandLinePrincipal(),
          request,
        ),
      { use: { tokens: 'issues' } },
    );
    if (minted.outcome === 'refused') throw new CommandError(minted.problems.join('; '));
    const { token, id, expiresAt: expires_at } = minted;
    return {
      document: { token, id, role, subject, expires_in: ttl, expires_at, organization_ids: organization ?? 'all' },
      text: token,
    };
  });
}

function registerList(operators: Command): void {
  const command = operators
    .command('list')
    .description('list operator tokens, without the token itself; a token is deleted a month after it ends');
  withAnswer(command, async () => {
    const found = await withSession(({ db }) => listOperatorTokens({ db }));
    const rows = found.map((token) => [
      token.id,
      token.name,
      token.role,
      state(token),
      token.createdBy,
      token.organizationIds.length === 0 ? 'all' : token.organizationIds.join(','),
    ]);
    return {
      document: { operators: found.map(document) },
      text: table(['ID', 'NAME', 'ROLE', 'STATE', 'CREATED BY', 'ORGANIZATIONS'], rows),
    };
  });
}

function registerRevoke(operators: Command): void {
  const command = operators
    .command('revoke')
    .argument('<id>', 'the token’s id, from `operators list`')
    .description('revoke an operator token: when the command returns, every process rejects it');
  withAnswer(command, async (id = '') => {
    const by = commandLinePrincipal();
    const revocation = await withSession(({ db }) => revokeOperatorToken({ db, clock: systemClock }, id, by));
    if (revocation.outcome === 'unknown') throw new CommandError(`there is no operator token with the id ${id}`);
    return {
      document: document(revocation.token),
      text: revocation.outcome === 'revoked' ? `Revoked ${id}.` : `${id} was already revoked.`,
    };
  });
}

function document(token: StoredOperatorToken) {
  return {
    id: token.id,
    name: token.name,
    role: token.role,
    organization_ids: token.organizationIds.length === 0 ? 'all' : token.organizationIds,
    created_at: token.createdAt,
    created_by: token.createdBy,
    expires_at: token.expiresAt,
    revoked_at: token.revokedAt,
  };
}

function state({ revokedAt, expiresAt }: StoredOperatorToken): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  const isOver = Temporal.Instant.compare(expiresAt, systemClock.now()) <= 0;
  return `${isOver ? 'expired' : 'active until'} ${expiresAt}`;
}

async function tokenKeysOf({ config }: Session): Promise<TokenKeys> {
  const issuer = await issuerOf(config);
  return loadTokenKeys({ signingKeys: config.TOKEN_SIGNING_KEYS, issuer, clock: systemClock });
}

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new InvalidArgumentError('It must be a whole number of seconds above 0.');
  return value;
}
