import { activeSessions, type StoredOperatorToken } from '../../../../core/auth/operator-tokens/store.js';
import {
  addOperator,
  changeOperator,
  disableOperator,
  enableOperator,
  endOperatorSessions,
  listOperators,
  type OperatorChangeOutcome,
} from '../../../../core/auth/operators/administration.js';
import type { OperatorRights } from '../../../../core/auth/operators/rights.js';
import type { StoredOperator } from '../../../../core/auth/operators/store.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { type Principal, requireRoleEverywhere, systemPrincipal } from '../../../../core/principal/principal.js';
import { requireRecentSignIn } from '../../../../core/principal/recent-sign-in.js';
import { roleNamed } from '../../../../core/principal/roles.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type { AddOperatorInput, ChangeOperatorInput, Operator } from './operator.type.js';

const ADMINISTRATION = systemPrincipal('operators');

/** People who may sign in, for admins of all organizations: the functions of the command line, over GraphQL. */
export class OperatorService {
  readonly #parts: Pick<ServiceParts, 'db' | 'clock'>;

  constructor({ db, clock }: Pick<ServiceParts, 'db' | 'clock'>) {
    this.#parts = { db, clock };
  }

  /** Oldest first, including disabled ones. @throws {Problem} `insufficient_scope` */
  async all(principal: Principal): Promise<readonly Operator[]> {
    requireRoleEverywhere(principal, 'admin');
    return this.#shown(await listOperators(this.#parts));
  }

  /**
   * @throws {Problem} `insufficient_scope`, `recent_sign_in_required`, `operator_exists`; `validation_failed` with all
   *   problems at once
   */
  async add(principal: Principal, { name, email, issuer, subject, ...rights }: AddOperatorInput): Promise<Operator> {
    this.#requireAdmin(principal);
    const person = { name, email, issuer, subject, ...rightsOf(rights) };
    return this.#answer(await addOperator(this.#parts, principal, person));
  }

  /** @throws {Problem} as `add`, and `operator_not_found`, `last_admin` */
  async change(principal: Principal, id: string, { name, ...rights }: ChangeOperatorInput): Promise<Operator> {
    this.#requireAdmin(principal);
    const changed = { name: name ?? undefined, ...rightsOf(rights) };
    return this.#answer(await changeOperator(this.#parts, principal, id, changed));
  }

  /** @throws {Problem} `insufficient_scope`, `recent_sign_in_required`, `operator_not_found`, `last_admin` */
  async disable(principal: Principal, id: string): Promise<Operator> {
    this.#requireAdmin(principal);
    return this.#answer(await disableOperator(this.#parts, principal, id));
  }

  /** @throws {Problem} `insufficient_scope`, `recent_sign_in_required`, `operator_not_found` */
  async enable(principal: Principal, id: string): Promise<Operator> {
    this.#requireAdmin(principal);
    return this.#answer(await enableOperator(this.#parts, principal, id));
  }

  /** @throws {Problem} `insufficient_scope`, `operator_not_found` */
  async endSessions(principal: Principal, id: string): Promise<Operator> {
    requireRoleEverywhere(principal, 'admin');
    return this.#answer(await endOperatorSessions(this.#parts, principal, id));
  }

  #requireAdmin(principal: Principal): void {
    requireRoleEverywhere(principal, 'admin');
    requireRecentSignIn(principal, this.#parts.clock);
  }

  async #answer(outcome: OperatorChangeOutcome): Promise<Operator> {
    switch (outcome.outcome) {
      case 'done': {
        const [operator] = await this.#shown([outcome.operator]);
        if (operator === undefined) throw new Error('an operator is not shown');
        return operator;
      }
      case 'refused':
        throw refused(outcome.problems);
      case 'unknown':
        throw new Problem('operator_not_found');
      case 'exists':
        throw new Problem('operator_exists');
      case 'last_admin':
        throw new Problem('last_admin');
    }
  }

  async #shown(operators: readonly StoredOperator[]): Promise<readonly Operator[]> {
    const { db, clock } = this.#parts;
    const sessions = await activeSessions(db.models(ADMINISTRATION), isoInstant(clock.now()));
    return operators.map((operator) => {
      const own = sessions.filter((session) => isOf(session, operator)).map(shownSession);
      return { ...operator, ...shownRoles(operator), sessions: own };
    });
  }
}

function isOf(session: StoredOperatorToken, { identityHash }: StoredOperator): boolean {
  return (
    session.identityHash !== null && identityHash !== null && Buffer.compare(session.identityHash, identityHash) === 0
  );
}

function shownSession({ id, createdAt, lastActiveAt, expiresAt }: StoredOperatorToken) {
  return { id, createdAt, lastActiveAt: lastActiveAt ?? createdAt, expiresAt };
}

function shownRoles({ role, organizationIds, organizationRoles }: StoredOperator): Pick<Operator, 'role' | 'roles'> {
  if (organizationIds.length === 0) return { role: roleNamed(role), roles: [] };
  const roles = organizationIds.map((organizationId, place) => ({
    organizationId,
    role: roleNamed(organizationRoles[place] ?? role),
  }));
  return { role: null, roles };
}

function rightsOf({ role, roles }: Pick<ChangeOperatorInput, 'role' | 'roles'>): OperatorRights {
  const rolesAt = roles?.map(({ organizationId, role: there }) => [organizationId, there] as const);
  return { role: role ?? undefined, rolesAt: rolesAt && Object.fromEntries(rolesAt) };
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
