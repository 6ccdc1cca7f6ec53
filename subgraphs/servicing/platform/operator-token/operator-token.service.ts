import {
  type ListedOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
} from '../../../../core/auth/operator-tokens/list-and-revoke-operator-tokens.js';
import { Problem } from '../../../../core/errors/problem.js';
import { type Principal, requireRoleEverywhere } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';

export type OperatorTokenParts = Pick<ServiceParts, 'db' | 'clock'>;

/** Operators' tokens, for admins: the functions of the command line, over GraphQL, except creation. */
export class OperatorTokenService {
  readonly #parts: OperatorTokenParts;

  constructor({ db, clock }: OperatorTokenParts) {
    this.#parts = { db, clock };
  }

  /** Oldest first, including revoked and expired tokens. @throws {Problem} `insufficient_scope` */
  async all(principal: Principal): Promise<readonly ListedOperatorToken[]> {
    requireRoleEverywhere(principal, 'admin');
    return listOperatorTokens(this.#parts);
  }

  /** Repeatable. @throws {Problem} `insufficient_scope`, `operator_token_not_found` */
  async revoke(principal: Principal, id: string): Promise<ListedOperatorToken> {
    requireRoleEverywhere(principal, 'admin');
    const revocation = await revokeOperatorToken(this.#parts, id, principal);
    if (revocation.outcome === 'unknown') throw new Problem('operator_token_not_found');
    return revocation.token;
  }
}
