import { z } from 'zod';
import {
  type ApiKeyRotation,
  type ApiKeySummary,
  checkedApiKey,
  findApiKey,
  issueChecked,
  type KeyAdministrationParts,
  listApiKeys,
  revokeApiKey,
  rotateIn,
} from '../../../../core/auth/api-keys/administration.js';
import { checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { text } from '../../../../core/contract/text.js';
import type { Transaction } from '../../../../core/db/database.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import type { ClientKeys } from '../../../../core/idempotency/client-keys.js';
import {
  type ActAnswer,
  type ActRequest,
  createOnce,
} from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { type Principal, requireRoleEverywhere } from '../../../../core/principal/principal.js';
import { requireRecentSignIn } from '../../../../core/principal/recent-sign-in.js';

export interface NewApiKey {
  readonly name: string;
  readonly organizationIds: readonly string[];
  readonly scopes: readonly string[];
  readonly expiresAt?: string | null;
}

export interface CreatedApiKey {
  /** Null in a replay: it was shown once and is not stored. */
  readonly plaintext: string | null;
  readonly key: ApiKeySummary;
  /** What to do when a replay cannot show the key again. */
  readonly hint: string | null;
}

export interface ApiKeyParts extends KeyAdministrationParts {
  readonly clientKeys: ClientKeys;
}

const newKey = z.object({
  name: text({ minimum: 1, maximum: 100 }),
  organizationIds: z.array(text({ maximum: 100 })).max(1_000),
  /** Keys without an organization are created at the command line only. */
  scopes: z
    .array(text({ maximum: 100 }))
    .min(1)
    .max(100),
});

/** API keys, for admins: the functions of the command line, over GraphQL. */
export class ApiKeyService {
  constructor(private readonly parts: ApiKeyParts) {}

  /** Oldest first, including revoked and expired keys. @throws {Problem} `insufficient_scope` */
  async all(principal: Principal): Promise<readonly ApiKeySummary[]> {
    requireRoleEverywhere(principal, 'admin');
    return listApiKeys(this.parts);
  }

  /**
   * @throws {Problem} `insufficient_scope`, `recent_sign_in_required`, `idempotency_conflict`, `idempotency_in_progress`; `validation_failed` with
   *   all problems at once.
   */
  async create(
    principal: Principal,
    { expiresAt, ...request }: NewApiKey,
    idempotencyKey?: string | null,
  ): Promise<ActAnswer<CreatedApiKey>> {
    requireRoleEverywhere(principal, 'admin');
    requireRecentSignIn(principal, this.parts.clock);
    const body = checkedOptionalKeyWrite(newKey, request, idempotencyKey);
    const checked = await checkedApiKey(this.parts, { ...body, ...expiry(expiresAt) });
    if ('problems' in checked) throw refused(checked.problems);
    const act = { operation: 'create_api_key', path: [], body: { ...body, expiresAt: expiresAt ?? null } };
    const keyed = { ...act, organizationId: firstOf(checked.organizationIds), idempotencyKey };
    return this.parts.db.transaction((tx) =>
      this.#once(tx, principal, keyed, () => issueChecked(tx, this.parts.clock, principal, checked)),
    );
  }

  /**
   * @throws {Problem} `insufficient_scope`, `recent_sign_in_required`, `api_key_not_found`, `api_key_revoked`,
   *   `api_key_expired`, `idempotency_conflict`, `idempotency_in_progress`; `validation_failed` for a bad expiry.
   */
  async rotate(
    principal: Principal,
    prefix: string,
    expiresAt: string | null | undefined,
    idempotencyKey?: string | null,
  ): Promise<ActAnswer<CreatedApiKey>> {
    requireRoleEverywhere(principal, 'admin');
    requireRecentSignIn(principal, this.parts.clock);
    checkedOptionalKeyWrite(z.strictObject({}), {}, idempotencyKey);
    const { db, clock } = this.parts;
    const rotation = { prefix, ...expiry(expiresAt), by: principal };
    return db.transaction(async (tx) => {
      const old = await findApiKey(tx, prefix);
      if (old === undefined) throw new Problem('api_key_not_found');
      const act = { operation: 'rotate_api_key', path: [prefix], body: { expiresAt: expiresAt ?? null } };
      const request = { ...act, organizationId: firstOf(old.organizationIds), idempotencyKey };
      return this.#once(tx, principal, request, async () => rotated(await rotateIn(tx, clock, rotation)));
    });
  }

  /** A replay returns the created key without its plaintext. */
  #once(
    tx: Transaction,
    principal: Principal,
    request: ActRequest,
    make: () => Promise<Pick<CreatedApiKey, 'plaintext' | 'key'>>,
  ): Promise<ActAnswer<CreatedApiKey>> {
    const { clientKeys } = this.parts;
    return createOnce<z.output<typeof keptPrefix>, CreatedApiKey>(
      { tx, clientKeys, principal },
      {
        request,
        kept: keptPrefix,
        perform: async () => {
          const { plaintext, key } = await make();
          return { kept: { prefix: key.prefix }, answer: { plaintext, key, hint: null } };
        },
        repeat: async (_, { prefix }) => {
          const key = await findApiKey(tx, prefix);
          if (key === undefined) throw new Problem('api_key_not_found');
          return { plaintext: null, key, hint: LOST_KEY };
        },
      },
    );
  }

  /** Repeatable. @throws {Problem} `insufficient_scope`, `api_key_not_found` */
  async revoke(principal: Principal, prefix: string): Promise<ApiKeySummary> {
    requireRoleEverywhere(principal, 'admin');
    const revocation = await revokeApiKey(this.parts, prefix, principal);
    if (revocation.outcome === 'unknown') throw new Problem('api_key_not_found');
    return revocation.key;
  }
}

function expiry(expiresAt: string | null | undefined) {
  return expiresAt === undefined || expiresAt === null ? {} : { expiresAt };
}

/** The organization under which an idempotency key is stored; the same for a repetition. */
function firstOf(organizationIds: readonly string[]): string {
  const [first] = [...organizationIds].sort();
  if (first === undefined) throw new Error('an API key has no organization');
  return first;
}

const keptPrefix = z.object({ prefix: z.string() });

const LOST_KEY =
  'This key was created by an earlier request with the same Idempotency-Key. Its plaintext was shown in the first response and is not stored. If that response was lost, revoke this key and create another one with a new Idempotency-Key.';

function rotated(rotation: ApiKeyRotation): Pick<CreatedApiKey, 'plaintext' | 'key'> {
  switch (rotation.outcome) {
    case 'created':
      return rotation;
    case 'refused':
      throw refused(rotation.problems);
    case 'unknown':
      throw new Problem('api_key_not_found');
    case 'revoked':
      throw new Problem('api_key_revoked');
    case 'expired':
      throw new Problem('api_key_expired');
  }
}

function refused(problems: readonly string[]): Problem {
  return invalid(
    problems.map((problem) => ({
      loc: ['body'],
      msg: `Value error, ${problem}`,
      type: 'value_error',
      input: null,
    })),
  );
}
