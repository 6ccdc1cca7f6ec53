import { type Command, Option } from 'commander';
import { Temporal } from 'temporal-polyfill';
import {
  type ApiKeyCreation,
  type ApiKeySummary,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../core/auth/api-keys/administration.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { systemClock } from '../../core/time/clock.js';
import { withSession } from '../../runtime/command-session.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';

export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('API keys: create, list, rotate, revoke');
  registerCreate(keys);
  registerList(keys);
  registerRotate(keys);
  registerRevoke(keys);
}

interface CreateOptions {
  readonly organization: readonly string[];
  readonly scope?: readonly string[];
  readonly name: string;
  readonly expiresAt?: string;
}

function registerCreate(keys: Command): void {
  const command = keys
    .command('create')
    .description(
      'create a key and show it in plaintext, only this once; its organizations and scopes cannot be changed later',
    )
    .requiredOption('--organization <id...>', 'organizations that the key may access')
    .addOption(
      new Option(
        '--scope <scope...>',
        'what the key may do under /v1, in GraphQL and in the email API, and what it may write elsewhere; a key without scopes can only read, outside those three',
      ).choices(SCOPES),
    )
    .option('--name <name>', 'the purpose of the key', 'cli')
    .option('--expires-at <instant>', 'when the key expires, for example 2030-01-31T00:00:00Z');
  withAnswer(command, async () => {
    const { organization, scope = [], name, expiresAt } = command.opts<CreateOptions>();
    const request = {
      name,
      organizationIds: organization,
      scopes: scope,
      by: commandLinePrincipal(),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    const creation = await withSession(({ db }) => createApiKey({ db, clock: systemClock }, request));
    return shown(creation);
  });
}

function registerRotate(keys: Command): void {
  const command = keys
    .command('rotate')
    .argument('<prefix>', 'the first 8 characters of the key to replace')
    .description(
      'create a key with the name, organizations, scopes and lifetime of an old one; the old key works until it is revoked',
    )
    .option(
      '--expires-at <instant>',
      'when the new key expires, for example 2030-01-31T00:00:00Z; default: the lifetime of the old key, from now',
    );
  withAnswer(command, async (prefix = '') => {
    const request = { prefix, by: commandLinePrincipal(), ...command.opts<{ readonly expiresAt?: string }>() };
    const rotation = await withSession(({ db }) => rotateApiKey({ db, clock: systemClock }, request));
    if (rotation.outcome === 'unknown') throw new CommandError(`there is no key with the prefix ${prefix}`);
    if (rotation.outcome === 'revoked') throw new CommandError(`${prefix} is revoked and cannot be rotated`);
    if (rotation.outcome === 'expired') throw new CommandError(`${prefix} has expired: create a new key`);
    return shown(rotation);
  });
}

function shown(creation: ApiKeyCreation) {
  if (creation.outcome === 'refused') throw new CommandError(creation.problems.join('; '));
  return {
    document: { ...document(creation.key), key: creation.plaintext },
    text: `${creation.plaintext}\n\nKeep it now: it is not shown again. Its prefix, ${creation.key.prefix}, is the client_id.`,
  };
}

function registerList(keys: Command): void {
  withAnswer(keys.command('list').description('every key, without its secret'), async () => {
    const found = await withSession(({ db }) => listApiKeys({ db }));
    const rows = found.map((key) => [
      key.prefix,
      key.name,
      state(key),
      key.createdAt.slice(0, 10),
      key.organizationIds.join(','),
      scopesInShort(key.scopes),
    ]);
    return {
      document: { keys: found.map(document) },
      text: table(['PREFIX', 'NAME', 'STATE', 'CREATED', 'ORGANIZATIONS', 'SCOPES'], rows),
    };
  });
}

function registerRevoke(keys: Command): void {
  const command = keys
    .command('revoke')
    .argument('<prefix>', 'the first 8 characters of the key')
    .description('revoke a key: when the command returns, every process rejects the key and its tokens');
  withAnswer(command, async (prefix = '') => {
    const revocation = await withSession(({ db }) =>
      revokeApiKey({ db, clock: systemClock }, prefix, commandLinePrincipal()),
    );
    if (revocation.outcome === 'unknown') throw new CommandError(`there is no key with the prefix ${prefix}`);
    return {
      document: document(revocation.key),
      text: revocation.outcome === 'revoked' ? `Revoked ${prefix}.` : `${prefix} was already revoked.`,
    };
  });
}

/** All names of a key could make a line too long for a terminal; `--json` has them. */
function scopesInShort(scopes: readonly string[]): string {
  if (scopes.length === SCOPES.length) return 'all';
  return scopes.length <= 2 ? scopes.join(',') : `${scopes.length} scopes`;
}

function document({ prefix, name, organizationIds, scopes, createdAt, expiresAt, revokedAt }: ApiKeySummary) {
  return {
    prefix,
    name,
    organization_ids: organizationIds,
    scopes,
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
  };
}

function state({ revokedAt, expiresAt }: ApiKeySummary): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'active';
  const expired = Temporal.Instant.compare(expiresAt, systemClock.now()) <= 0;
  return `${expired ? 'expired' : 'active until'} ${expiresAt}`;
}
