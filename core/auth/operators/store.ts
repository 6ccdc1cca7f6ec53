import type { PlainText } from '../../contract/stored-text.js';
import { columns, derived, type RowOf } from '../../db/columns.js';
import { assigned } from '../../db/insert-sql.js';
import type { ScopedModels } from '../../db/prisma.js';
import { rowOf, selected } from '../../db/prisma-rows-by-columns.js';
import { statement } from '../../db/statement.js';
import type { RoleName } from '../../principal/roles.js';

const OPERATOR = columns('Operator', 'o', [
  'id',
  'name',
  'email',
  'issuer',
  'subject',
  'identityHash',
  'role',
  'organizationIds',
  'organizationRoles',
  'createdAt',
  'createdBy',
  'disabledAt',
  'lastSignedInAt',
]).as<{ role: RoleName; organizationRoles: readonly RoleName[] }>();

/** A person as stored. Instants are ISO 8601 in UTC. */
export type StoredOperator = RowOf<typeof OPERATOR>;

/**
 * One at a time: a person who signs in or is changed. So a session never starts with rights that were just taken away,
 * and two admins cannot disable each other. Both are rare.
 */
export const lockOperators = statement({
  name: 'operator.lock',
  unscoped: 'takes_a_lock',
  gives: derived({ held: 'text' }),
  text: () => `select pg_advisory_xact_lock(hashtextextended('operator', 0))::text as held`,
});

/** Oldest first. */
export async function allOperators({ operator }: ScopedModels): Promise<readonly StoredOperator[]> {
  const found = await operator.findMany({ select: selected(OPERATOR), orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return found.map((row) => rowOf(OPERATOR, row));
}

type Sought = { readonly id: string } | { readonly email: string } | { readonly identityHash: Uint8Array<ArrayBuffer> };

export async function findOperator({ operator }: ScopedModels, where: Sought): Promise<StoredOperator | undefined> {
  const found = await operator.findFirst({ select: selected(OPERATOR), where: where as object });
  return found === null ? undefined : rowOf(OPERATOR, found);
}

/** A person admitted by email who has not signed in yet. */
export async function findAwaited({ operator }: ScopedModels, email: string): Promise<StoredOperator | undefined> {
  const found = await operator.findFirst({
    select: selected(OPERATOR),
    where: { email: email as PlainText, identityHash: null },
  });
  return found === null ? undefined : rowOf(OPERATOR, found);
}

/** Whether any person admitted by email has not signed in yet. */
export async function isAnyoneAwaited({ operator }: ScopedModels): Promise<boolean> {
  return (await operator.findFirst({ select: { id: true }, where: { identityHash: null } })) !== null;
}

export async function insertOperator({ operator }: ScopedModels, row: StoredOperator): Promise<void> {
  await operator.create({ select: { id: true }, data: writable(row) });
}

/** Replaces the row with this id. */
export async function updateOperator({ operator }: ScopedModels, { id, ...row }: StoredOperator): Promise<void> {
  await operator.updateMany({ where: { id }, data: writable(row) });
}

/** Enabled admins of every organization who have signed in at least once, so that they certainly can. */
export async function countAdmins({ operator }: ScopedModels): Promise<number> {
  const isAdmin = { role: 'admin', organizationIds: { isEmpty: true } };
  return operator.count({ where: { ...isAdmin, disabledAt: null, lastSignedInAt: { not: null } } });
}

/** Prisma takes arrays and bytes that can be changed. */
function writable<R extends Omit<StoredOperator, 'id'>>({
  organizationIds,
  organizationRoles,
  identityHash,
  ...row
}: R) {
  return {
    ...row,
    organizationIds: [...organizationIds],
    organizationRoles: [...organizationRoles],
    identityHash: identityHash && new Uint8Array(identityHash),
  };
}

/**
 * Gives a person's sessions the rights of the record, or ends them, and notifies every process at commit. Sessions
 * carry their rights themselves, so that processes of an earlier version follow too.
 */
export const updateSessions = statement({
  name: 'operator_token.follow_operator',
  unscoped: 'administration_only',
  takes: {
    identityHash: 'OperatorToken.identityHash',
    role: 'OperatorToken.role',
    organizationIds: 'OperatorToken.organizationIds',
    organizationRoles: 'OperatorToken.organizationRoles',
    endedAt: 'OperatorToken.revokedAt',
    channel: 'text',
  },
  gives: derived({ id: 'text', notified: 'text' }),
  text: ({ p }) => `
    with followed as (
      update operator_token
         set ${assigned('OperatorToken', { role: p.role, organizationIds: p.organizationIds, organizationRoles: p.organizationRoles, revokedAt: p.endedAt })}
       where identity_hash = ${p.identityHash}::bytea and session_hash is not null and revoked_at is null
      returning id
    )
    select id, pg_notify(${p.channel}, id)::text as notified from followed`,
});
