import { recordAudit } from '../../audit/record.js';
import type { Transaction } from '../../db/database.js';
import { isId, newId } from '../../ids/ids.js';
import { type Principal, systemPrincipal } from '../../principal/principal.js';
import type { ServiceParts } from '../../service-parts.js';
import { isoInstant } from '../../time/dates.js';
import { revocationEffective } from '../credential-cache.js';
import { checkedName, checkedPerson, checkedRights, type NewOperator } from './checked-person.js';
import { identityHashOf } from './identity.js';
import { passOnToSessions } from './pass-on-to-sessions.js';
import { type OperatorAction, recordOperatorChange } from './record-operator-change.js';
import type { OperatorRights } from './rights.js';
import {
  allOperators,
  countAdmins,
  findOperator,
  insertOperator,
  lockOperators,
  type StoredOperator,
  updateOperator,
} from './store.js';

export type OperatorAdministrationParts = Pick<ServiceParts, 'db' | 'clock'>;

/** What is left out stays. */
export interface ChangedOperator extends OperatorRights {
  readonly name?: string | undefined;
}

export type OperatorChangeOutcome =
  | { readonly outcome: 'done'; readonly operator: StoredOperator }
  /** One sentence per problem, all at once. Nothing was changed. */
  | { readonly outcome: 'refused'; readonly problems: readonly string[] }
  /** `exists`: another person has this email address or subject. */
  | { readonly outcome: 'unknown' | 'exists' | 'last_admin' };

const ADMINISTRATION = systemPrincipal('operators');

/** Oldest first, including disabled ones. */
export async function listOperators({ db }: Pick<ServiceParts, 'db'>): Promise<readonly StoredOperator[]> {
  return allOperators(db.models(ADMINISTRATION));
}

/**
 * Admits a person before they first sign in. If the person has signed in already by the issuer's claims, their sessions
 * follow the record from now on.
 */
export async function addOperator(
  { db, clock }: OperatorAdministrationParts,
  by: Principal,
  request: NewOperator,
): Promise<OperatorChangeOutcome> {
  const checked = await checkedPerson(db, request);
  if ('problems' in checked) return { outcome: 'refused', problems: checked.problems };
  const { name, email, issuer, subject, rights } = checked;
  const now = clock.now();
  const identityHash = issuer === null || subject === null ? null : Buffer.from(identityHashOf(issuer, subject));
  const operator: StoredOperator = {
    ...{ id: newId(now.epochMilliseconds), name, email, issuer, subject, identityHash, ...rights },
    ...{ createdAt: isoInstant(now), createdBy: by.actor, disabledAt: null, lastSignedInAt: null },
  };
  const added = await db.transaction(async (tx): Promise<OperatorChangeOutcome> => {
    const models = await lockedModels(tx);
    const isKnown =
      (email !== null && (await findOperator(models, { email })) !== undefined) ||
      (identityHash !== null &&
        (await findOperator(models, { identityHash: new Uint8Array(identityHash) })) !== undefined);
    if (isKnown) return { outcome: 'exists' };
    await insertOperator(models, operator);
    await passOnToSessions(tx, operator);
    await recordOperatorChange(tx, clock, by, { action: 'operator.add', before: undefined, after: operator });
    return { outcome: 'done', operator };
  });
  if (added.outcome === 'done' && identityHash !== null) await revocationEffective();
  return added;
}

/** Changes the name, the rights, or both. Running sessions have the new rights when this returns. */
export async function changeOperator(
  parts: OperatorAdministrationParts,
  by: Principal,
  id: string,
  { name: newName, role: newRole, rolesAt: newRolesAt }: ChangedOperator,
): Promise<OperatorChangeOutcome> {
  const problems: string[] = [];
  const isNewRights = newRole !== undefined || newRolesAt !== undefined;
  const rights = isNewRights
    ? await checkedRights(parts.db, { role: newRole, rolesAt: newRolesAt }, problems)
    : undefined;
  const name = newName === undefined ? undefined : checkedName(newName, problems);
  if (problems.length > 0) return { outcome: 'refused', problems };
  return changeIn(parts, by, id, 'operator.change', (before) => ({
    ...before,
    ...(name !== undefined && { name }),
    ...rights,
  }));
}

/** Ends the person's sessions and refuses new ones, until the person is enabled again. Repeatable. */
export function disableOperator(
  parts: OperatorAdministrationParts,
  by: Principal,
  id: string,
): Promise<OperatorChangeOutcome> {
  const now = isoInstant(parts.clock.now());
  return changeIn(parts, by, id, 'operator.disable', (before) => ({ ...before, disabledAt: before.disabledAt ?? now }));
}

/** The person may sign in again. Repeatable. */
export function enableOperator(
  parts: OperatorAdministrationParts,
  by: Principal,
  id: string,
): Promise<OperatorChangeOutcome> {
  return changeIn(parts, by, id, 'operator.enable', (before) => ({ ...before, disabledAt: null }));
}

/** Ends every session of the person, who may sign in again. Repeatable. */
export async function endOperatorSessions(
  { db, clock }: OperatorAdministrationParts,
  by: Principal,
  id: string,
): Promise<OperatorChangeOutcome> {
  if (!isId(id)) return { outcome: 'unknown' };
  const ended = await db.transaction(async (tx): Promise<OperatorChangeOutcome> => {
    const operator = await findOperator(await lockedModels(tx), { id });
    if (operator === undefined) return { outcome: 'unknown' };
    const sessions = await passOnToSessions(tx, operator, isoInstant(clock.now()));
    const act = { action: 'operator.end_sessions', subject: id, organizationId: null, after: { sessions } };
    await recordAudit(tx, clock, by, act);
    return { outcome: 'done', operator };
  });
  if (ended.outcome === 'done') await revocationEffective();
  return ended;
}

/** Waits also where nothing changed: the process of an earlier call may have been killed while it waited. */
async function changeIn(
  { db, clock }: OperatorAdministrationParts,
  by: Principal,
  id: string,
  action: OperatorAction,
  change: (before: StoredOperator) => StoredOperator,
): Promise<OperatorChangeOutcome> {
  if (!isId(id)) return { outcome: 'unknown' };
  const changed = await db.transaction(async (tx): Promise<OperatorChangeOutcome> => {
    const models = await lockedModels(tx);
    const before = await findOperator(models, { id });
    if (before === undefined) return { outcome: 'unknown' };
    const after = change(before);
    if (JSON.stringify(before) === JSON.stringify(after)) return { outcome: 'done', operator: before };
    if (isAdmin(before) && !isAdmin(after) && (await countAdmins(models)) === 1) return { outcome: 'last_admin' };
    await updateOperator(models, after);
    await passOnToSessions(tx, after);
    await recordOperatorChange(tx, clock, by, { action, before, after });
    return { outcome: 'done', operator: after };
  });
  if (changed.outcome === 'done') await revocationEffective();
  return changed;
}

async function lockedModels(tx: Transaction) {
  await tx.first(ADMINISTRATION, lockOperators, {});
  return tx.models(ADMINISTRATION);
}

/** As `countAdmins` counts. */
function isAdmin({ role, organizationIds, disabledAt, lastSignedInAt }: StoredOperator): boolean {
  return role === 'admin' && organizationIds.length === 0 && disabledAt === null && lastSignedInAt !== null;
}
