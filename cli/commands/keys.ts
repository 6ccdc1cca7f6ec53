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
import { type Answer, group, listed, members, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { validityOf } from '../validity.js';

export const keysCommands = group('API keys: create, list, rotate, revoke', {
  create: withAnswer(
    'create a key and show it in plaintext, only this once; its organizations and scopes cannot be changed later',
    [
      option('--organization <id...>', 'organizations that the key may access', {
        as: 'organizationIds',
        required: true,
      }),
      option(
        '--scope <scope...>',
        'what the key may do under /v1, in GraphQL and in the email API, and what it may write elsewhere; a key without scopes can only read, outside those three',
        { as: 'scopes', choices: SCOPES },
      ),
      option('--name <name>', 'the purpose of the key', { byDefault: 'cli' }),
      option('--expires-at <instant>', 'when the key expires, for example 2030-01-31T00:00:00Z'),
    ],
    async (asked) => {
      const request = { scopes: [], ...asked, by: commandLinePrincipal() };
      return shown(await withSession(({ db }) => createApiKey({ db, clock: systemClock }, request)));
    },
  ),
  list: withAnswer('every key, without its secret', [], async () => {
    const columns = {
      PREFIX: 'prefix',
      NAME: 'name',
      STATE: validityOf,
      CREATED: ({ createdAt }: ApiKeySummary) => createdAt.slice(0, 10),
      ORGANIZATIONS: ({ organizationIds }: ApiKeySummary) => organizationIds.join(','),
      SCOPES: scopesInShort,
    } as const;
    return listed('keys', await withSession(({ db }) => listApiKeys({ db })), columns, { as: document });
  }),
  rotate: withAnswer(
    'create a key with the name, organizations, scopes and lifetime of an old one; the old key works until it is revoked',
    [
      operand('<prefix>', 'the first 8 characters of the key to replace'),
      option(
        '--expires-at <instant>',
        'when the new key expires, for example 2030-01-31T00:00:00Z; default: the lifetime of the old key, from now',
      ),
    ],
    async ({ prefix, ...asked }) => {
      const request = { prefix, by: commandLinePrincipal(), ...asked };
      const rotation = await withSession(({ db }) => rotateApiKey({ db, clock: systemClock }, request));
      if (rotation.outcome === 'unknown') throw unknown(prefix);
      if (rotation.outcome === 'revoked') throw new CommandError(`${prefix} is revoked and cannot be rotated`);
      if (rotation.outcome === 'expired') throw new CommandError(`${prefix} has expired: create a new key`);
      return shown(rotation);
    },
  ),
  revoke: withAnswer(
    'revoke a key: when the command returns, every process rejects the key and its tokens',
    [operand('<prefix>', 'the first 8 characters of the key')],
    async ({ prefix }) => {
      const revocation = await withSession(({ db }) =>
        revokeApiKey({ db, clock: systemClock }, prefix, commandLinePrincipal()),
      );
      if (revocation.outcome === 'unknown') throw unknown(prefix);
      return {
        document: document(revocation.key),
        text: revocation.outcome === 'revoked' ? `Revoked ${prefix}.` : `${prefix} was already revoked.`,
      };
    },
  ),
});

function shown(creation: ApiKeyCreation): Answer {
  if (creation.outcome === 'refused') throw new CommandError(creation.problems.join('; '));
  return {
    document: { ...document(creation.key), key: creation.plaintext },
    text: `${creation.plaintext}\n\nKeep it now: it is not shown again. Its prefix, ${creation.key.prefix}, is the client_id.`,
  };
}

function unknown(prefix: string): CommandError {
  return new CommandError(`there is no key with the prefix ${prefix}`);
}

/** All names of a key could make a line too long for a terminal; `--json` has them. */
function scopesInShort({ scopes }: ApiKeySummary): string {
  if (scopes.length === SCOPES.length) return 'all';
  return scopes.length <= 2 ? scopes.join(',') : `${scopes.length} scopes`;
}

function document(key: ApiKeySummary) {
  return members(key, 'prefix name organization_ids scopes created_at expires_at revoked_at');
}
