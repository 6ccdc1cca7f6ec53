import { recordSharedAct } from '../../../../core/audit/record.js';
import type { Database, Transaction } from '../../../../core/db/database.js';
import type { Cursors } from '../../../../core/db/list-cursors-and-limits.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import type { ClientKeys } from '../../../../core/idempotency/client-keys.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { SecretsAtRest } from '../../../../core/secrets/at-rest.js';
import type { Clock } from '../../../../core/time/clock.js';
import { subscribe } from '../delivery/subscription.store.js';
import { type EndpointRow, lockEndpoint } from './endpoint.store.js';
import { reachOf, requireAllOrganizations } from './endpoint-visibility.js';

/*
 * The common start and end of every operation on an endpoint: lock its row, find the organization of the request's
 * key, write the audit entry.
 */

export interface EndpointParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly secrets: SecretsAtRest;
  /** Returns why events must not be sent to an address. */
  readonly receivers: { problemOf(url: string): string | undefined };
  readonly endpointsPerOrganization: number;
}

const WEBHOOKS = systemPrincipal('webhooks');

/** @throws {Problem} `validation_failed` for an address that events must not be sent to */
export function requireAddress({ receivers }: Pick<EndpointParts, 'receivers'>, url: string): void {
  const problem = receivers.problemOf(url);
  if (problem === undefined) return;
  throw invalid([{ loc: ['body', 'url'], msg: `Value error, url ${problem}`, type: 'value_error', input: url }]);
}

/** @param verb - of the audit action */
export async function auditEndpoint(
  { tx, clock, principal }: { readonly tx: Transaction; readonly clock: Clock; readonly principal: Principal },
  verb: string,
  { id: subject, organizationIds }: EndpointRow,
  change: object,
): Promise<void> {
  const act = { action: `webhook_endpoint.${verb}`, subject, organizationIds, ...change };
  await recordSharedAct(tx, clock, principal, act);
}

/** The organization in scope that stores the key of a request: a repetition gets the same one. */
export function firstOf(organizationIds: readonly string[], { organizationIds: reach }: Principal): string {
  const [first] = organizationIds.filter((id) => reach === 'all' || reach.includes(id)).sort();
  if (first === undefined) throw new Problem('organization_out_of_scope');
  return first;
}

/** Subscribes from now on. Returns the time of the first event skipped by that, or null. */
export async function subscribeAll(tx: Transaction, { id, organizationIds }: EndpointRow): Promise<string | null> {
  const since: string[] = [];
  for (const organizationId of organizationIds) {
    const done = await tx.first(limitToOrganization(WEBHOOKS, organizationId), subscribe, {
      organizationId,
      endpointId: id,
    });
    if (done !== undefined && done.passedOverSince !== null) since.push(done.passedOverSince);
  }
  return since.sort()[0] ?? null;
}

/** Locks an endpoint until the transaction ends. @throws {Problem} `webhook_endpoint_not_found` */
export async function lock(tx: Transaction, principal: Principal, id: string) {
  const asked = { id, ...reachOf(principal) };
  const locked = isId(id) ? await tx.first(principal, lockEndpoint, asked) : undefined;
  if (locked === undefined) throw new Problem('webhook_endpoint_not_found');
  return locked;
}

/**
 * Locks an enabled endpoint. @throws {Problem} `webhook_endpoint_not_found`, `webhook_endpoint_disabled`,
 * `organization_out_of_scope`
 */
export async function lockEnabled(tx: Transaction, principal: Principal, id: string) {
  const locked = await lock(tx, principal, id);
  requireAllOrganizations(principal, locked);
  if (locked.status !== 'enabled') throw new Problem('webhook_endpoint_disabled');
  return locked;
}
