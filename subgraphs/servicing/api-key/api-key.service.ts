import { z } from 'zod';
import {
  type ApiKeyCreation,
  type ApiKeySummary,
  createApiKey,
  type KeyAdministrationParts,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../../core/auth/api-keys/administration.js';
import { type Principal, requireRoleEverywhere } from '../../../core/auth/principal.js';
import { checkedBody } from '../../../core/contract/checked.js';
import { text } from '../../../core/contract/text.js';
import { invalid, Problem } from '../../../core/errors/problem.js';

export interface NewApiKey {
  readonly name: string;
  readonly organizationIds: readonly string[];
  readonly scopes: readonly string[];
  readonly expiresAt?: string | null;
}

export interface CreatedApiKey {
  readonly plaintext: string;
  readonly key: ApiKeySummary;
}

const newKey = z.object({
  name: text({ minimum: 1, maximum: 100 }),
  organizationIds: z.array(text({ maximum: 100 })).max(1_000),
  /** Keys without any are made by hand only, at the command line. */
  scopes: z
    .array(text({ maximum: 100 }))
    .min(1)
    .max(100),
});

/** API keys, for admins: what the command line does, over GraphQL. */
export class ApiKeyService {
  readonly #parts: KeyAdministrationParts;

  constructor(parts: KeyAdministrationParts) {
    this.#parts = parts;
  }

  /** Oldest first, revoked and expired ones too. @throws {Problem} `insufficient_scope` */
  async all(principal: Principal): Promise<readonly ApiKeySummary[]> {
    requireRoleEverywhere(principal, 'admin');
    return listApiKeys(this.#parts);
  }

  /** @throws {Problem} `insufficient_scope`; `validation_failed` with every problem at once. */
  async create(principal: Principal, { expiresAt, ...request }: NewApiKey): Promise<CreatedApiKey> {
    requireRoleEverywhere(principal, 'admin');
    const body = checkedBody(newKey, request);
    return created(await createApiKey(this.#parts, { ...body, ...expiry(expiresAt), by: principal }));
  }

  /** @throws {Problem} `insufficient_scope`, `api_key_not_found`, `api_key_revoked`, `api_key_expired`; `validation_failed` for a bad expiry. */
  async rotate(principal: Principal, prefix: string, expiresAt: string | null | undefined): Promise<CreatedApiKey> {
    requireRoleEverywhere(principal, 'admin');
    const rotation = await rotateApiKey(this.#parts, { prefix, ...expiry(expiresAt), by: principal });
    if (rotation.outcome === 'unknown') throw new Problem('api_key_not_found');
    if (rotation.outcome === 'revoked') throw new Problem('api_key_revoked');
    if (rotation.outcome === 'expired') throw new Problem('api_key_expired');
    return created(rotation);
  }

  /** Repeatable. @throws {Problem} `insufficient_scope`, `api_key_not_found` */
  async revoke(principal: Principal, prefix: string): Promise<ApiKeySummary> {
    requireRoleEverywhere(principal, 'admin');
    const revocation = await revokeApiKey(this.#parts, prefix, principal);
    if (revocation.outcome === 'unknown') throw new Problem('api_key_not_found');
    return revocation.key;
  }
}

function expiry(expiresAt: string | null | undefined) {
  return expiresAt === undefined || expiresAt === null ? {} : { expiresAt };
}

function created(creation: ApiKeyCreation): CreatedApiKey {
  if (creation.outcome === 'created') return { plaintext: creation.plaintext, key: creation.key };
  throw invalid(
    creation.problems.map((problem) => ({
      loc: ['body'],
      msg: `Value error, ${problem}`,
      type: 'value_error',
      input: null,
    })),
  );
}
