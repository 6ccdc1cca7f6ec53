import { z } from 'zod';
import type { ApiSurface, Authenticate } from '../../core/auth/authenticate.js';
import { issuesFromZod } from '../../core/errors/from-zod.js';
import { invalid, Problem } from '../../core/errors/problem.js';
import {
  limitToOrganization,
  type Principal,
  requireOrganization,
  requireScope,
} from '../../core/principal/principal.js';
import type { Scope } from '../../core/principal/scopes.js';
import type { Exchange } from './http-exchange.js';
import { organizationQuery } from './list-query.js';
import { queryOf, type RequestParts } from './request-parts.js';

/** Authenticates callers. */
export interface CallerServices {
  readonly authenticate: Authenticate;
}

interface Admission {
  readonly area: Exclude<ApiSurface, 'graphql'>;
  /** Null: any authenticated caller may. */
  readonly scope: Scope | null;
}

/**
 * Authenticates and authorizes the caller, within the organization that the request names.
 *
 * @throws {Problem} the first refusal
 */
export async function callerOf(exchange: Exchange, services: CallerServices, route: Admission): Promise<Principal> {
  const caller = await admitted(exchange, services, route);
  return allowed(caller, route, queryOf(exchange.request.url));
}

/**
 * The caller, restricted to the organization in the query if there is one.
 *
 * @throws {Problem} `organization_out_of_scope`, `validation_failed`, `insufficient_scope`
 */
export function allowed(
  caller: Principal,
  { scope }: Pick<Admission, 'scope'>,
  query: RequestParts['query'],
): Principal {
  const principal = withinNamedOrganization(caller, query['organization_id']);
  if (scope !== null) requireScope(principal, scope);
  return principal;
}

/** Authenticates the caller and counts the request. */
export async function admitted(
  exchange: Exchange,
  services: CallerServices,
  route: Pick<Admission, 'area'>,
): Promise<Principal> {
  const principal = await authenticated(exchange, services, route);
  await exchange.count('api', `key:${principal.actor}`);
  return principal;
}

async function authenticated(
  exchange: Exchange,
  { authenticate }: CallerServices,
  route: Pick<Admission, 'area'>,
): Promise<Principal> {
  try {
    const { authorization } = exchange.request.headers;
    const principal = await authenticate(route.area, authorization, exchange.isAddressLimited);
    exchange.principal = principal;
    return principal;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await exchange.countFailedAuthentication();
    throw error;
  }
}

/**
 * An organization outside the allowlist is refused before anything else is checked; one inside it limits what this
 * request sees. Several organizations are refused, because the intersection would be empty.
 *
 * @throws {Problem} `organization_out_of_scope`, `validation_failed`
 */
function withinNamedOrganization(
  principal: Principal,
  organizationId: RequestParts['query'][string] | undefined,
): Principal {
  if (organizationId === undefined) return principal;
  if (typeof organizationId === 'string') return limitToOrganization(principal, organizationId);
  for (const id of organizationId) requireOrganization(principal, id);
  const input = { query: { organization_id: organizationId } };
  const { error } = named.safeParse(input);
  if (error === undefined) throw new Error('an organization was named more than once, but no problem was found');
  throw invalid(issuesFromZod({ error, input }));
}

const named = z.object({ query: organizationQuery });
