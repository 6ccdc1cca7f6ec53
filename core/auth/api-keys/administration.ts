import { Temporal } from 'temporal-polyfill';
import { recordSharedAct } from '../../audit/record.js';
import { composed, plainName } from '../../contract/stored-text.js';
import type { Database, Queries, Transaction } from '../../db/database.js';
import { type Principal, systemPrincipal } from '../../principal/principal.js';
import { isScope, SCOPES } from '../../principal/scopes.js';
import type { ServiceParts } from '../../service-parts.js';
import type { Clock } from '../../time/clock.js';
import { type IsoInstant, isoInstant } from '../../time/dates.js';
import { revocationEffective } from '../credential-cache.js';
import { REVOKED_CHANNEL } from '../listen-for-revocations.js';
import { type FreshApiKey, generateApiKey, isPrefix } from './format.js';
import {
  allApiKeys,
  existingOrganizations,
  insertApiKey,
  lockApiKey,
  readApiKey,
  revokeStoredKey,
  type StoredApiKey,
  sandboxOrganizations,
} from './store.js';

/** A key as administration shows it: never with its hash. Instants are ISO 8601 in UTC. */
export type ApiKeySummary = Omit<StoredApiKey, 'hash'>;

export type KeyAdministrationParts = Pick<ServiceParts, 'db' | 'clock'>;

export interface ApiKeyRequest {
  readonly name: string;
  /** At least one; each must exist. */
  readonly organizationIds: readonly string[];
  /** Empty: the key can be exchanged for a token, but can do nothing on `/v1`. */
  readonly scopes: readonly string[];
  /** ISO 8601 with an offset or `Z`; in the future. Without it the key does not expire. */
  readonly expiresAt?: string;
  /** The caller, for the audit log. */
  readonly by: Principal;
}

interface CreatedKey {
  readonly outcome: 'created';
  readonly plaintext: string;
  readonly key: ApiKeySummary;
}

export type ApiKeyCreation =
  | CreatedKey
  /** One sentence per problem, all at once. Nothing was created. */
  | { readonly outcome: 'refused'; readonly problems: readonly string[] };

const NAME = plainName({ maximum: 200 });

/** Creates a key. Its plaintext is returned here only; it is not stored. */
export async function createApiKey(parts: KeyAdministrationParts, request: ApiKeyRequest): Promise<ApiKeyCreation> {
  const checked = await checkedApiKey(parts, request);
  if ('problems' in checked) return { outcome: 'refused', problems: checked.problems };
  return parts.db.transaction((tx) => issueChecked(tx, parts.clock, request.by, checked));
}

/** A key that passed all checks. */
export type CheckedApiKey = Omit<NewKeyColumns, 'createdAt'>;

/** The key that `createApiKey` would create, or the problems: for a caller whose transaction does more than that. */
export async function checkedApiKey(
  { db, clock }: KeyAdministrationParts,
  request: Omit<ApiKeyRequest, 'by'>,
): Promise<CheckedApiKey | { readonly problems: readonly string[] }> {
  const organizationIds = [...new Set(request.organizationIds)];
  const expiresAt = readExpiry(request.expiresAt, clock);
  const name = NAME.safeParse(request.name);
  const problems = [
    ...(request.name.trim() === '' ? ['a key needs a name'] : []),
    ...(name.success ? [] : name.error.issues.map(({ message }) => `the key’s name ${message}`)),
    ...(organizationIds.length === 0 ? ['a key needs at least one organization'] : []),
    ...(await unknownOrganizationProblems(db, organizationIds)),
    ...(await mixed(db, organizationIds)),
    ...unknownScopes(request.scopes).map((scope) => `there is no scope ${scope}; scopes are ${SCOPES.join(', ')}`),
    ...('problem' in expiresAt ? [expiresAt.problem] : []),
  ];
  if (problems.length > 0 || 'problem' in expiresAt || !name.success) return { problems };
  const scopes = SCOPES.filter((scope) => request.scopes.includes(scope));
  return { name: composed(name.data), organizationIds, scopes, expiresAt: expiresAt.at };
}

/** Creates a checked key. Its plaintext is returned here only; it is not stored. */
export async function issueChecked(
  tx: Transaction,
  clock: Clock,
  by: Principal,
  checked: CheckedApiKey,
): Promise<CreatedKey> {
  const created = await issue(tx, clock, checked);
  const { key } = created;
  const { organizationIds } = checked;
  const act = { action: 'api_key.create', subject: key.prefix, organizationIds, after: key };
  await recordSharedAct(tx, clock, by, act);
  return created;
}

export interface KeyRotation {
  readonly prefix: string;
  /** Expiry of the new key. Default: the old key's full lifetime, counted from now. */
  readonly expiresAt?: string;
  readonly by: Principal;
}

export type ApiKeyRotation =
  | ApiKeyCreation
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'revoked' }
  | { readonly outcome: 'expired' };

/**
 * Creates a key with the name, allowlist, scopes and lifetime of another one. The old key stays valid until it is
 * revoked, so that clients can switch while both work. An expired key cannot be rotated.
 */
export function rotateApiKey({ db, clock }: KeyAdministrationParts, rotation: KeyRotation): Promise<ApiKeyRotation> {
  return db.transaction((tx) => rotateIn(tx, clock, rotation));
}

/** Like `rotateApiKey`, inside the caller's transaction. */
export async function rotateIn(
  tx: Transaction,
  clock: Clock,
  { prefix, expiresAt, by }: KeyRotation,
): Promise<ApiKeyRotation> {
  if (!isPrefix(prefix)) return { outcome: 'unknown' };
  const expiry = readExpiry(expiresAt, clock);
  if ('problem' in expiry) return { outcome: 'refused', problems: [expiry.problem] };
  const old = await tx.first(ADMINISTRATION, lockApiKey, { prefix });
  if (old === undefined) return { outcome: 'unknown' };
  if (old.revokedAt !== null) return { outcome: 'revoked' };
  if (isExpired(old, clock)) return { outcome: 'expired' };
  const { name, organizationIds, scopes } = old;
  const created = await issue(tx, clock, {
    name,
    organizationIds,
    scopes,
    expiresAt: expiry.at ?? renewed(old, clock),
  });
  await recordSharedAct(tx, clock, by, {
    action: 'api_key.rotate',
    subject: created.key.prefix,
    organizationIds,
    before: { prefix },
    after: created.key,
  });
  return created;
}

/** A key as stored, including revoked and expired ones. */
export async function findApiKey(queries: Queries, prefix: string): Promise<ApiKeySummary | undefined> {
  const stored = isPrefix(prefix) ? await queries.first(ADMINISTRATION, readApiKey, { prefix }) : undefined;
  return stored && summarize(stored);
}

async function issue(tx: Transaction, clock: Clock, columns: CheckedApiKey): Promise<CreatedKey> {
  const { fresh, stored } = await insertFresh(tx, { ...columns, createdAt: isoInstant(clock.now()) });
  return { outcome: 'created', plaintext: fresh.plaintext, key: summarize(stored) };
}

/** Every key, oldest first, including revoked and expired ones. */
export async function listApiKeys({ db }: Pick<KeyAdministrationParts, 'db'>): Promise<readonly ApiKeySummary[]> {
  return (await allApiKeys(db.models(ADMINISTRATION))).map(summarize);
}

export type ApiKeyRevocation =
  | { readonly outcome: 'revoked' | 'already_revoked'; readonly key: ApiKeySummary }
  | { readonly outcome: 'unknown' };

/**
 * Revokes a key. When this returns, no process accepts the key or a token made from it: it waits until every cached
 * reading from before the revocation has expired.
 */
export async function revokeApiKey(
  { db, clock }: KeyAdministrationParts,
  prefix: string,
  by: Principal,
): Promise<ApiKeyRevocation> {
  if (!isPrefix(prefix)) return { outcome: 'unknown' };
  const revoked = await db.transaction(async (tx) => {
    const revokedAt = isoInstant(clock.now());
    const stored = await tx.first(ADMINISTRATION, revokeStoredKey, { prefix, revokedAt, channel: REVOKED_CHANNEL });
    if (stored === undefined) return undefined;
    await recordSharedAct(tx, clock, by, {
      action: 'api_key.revoke',
      subject: prefix,
      organizationIds: stored.organizationIds,
      before: { revokedAt: null },
      after: { revokedAt },
    });
    return stored;
  });
  // Wait for an already revoked key as well: the process that revoked it may have been killed while waiting.
  const stored = revoked ?? (await db.first(ADMINISTRATION, readApiKey, { prefix }));
  if (stored === undefined) return { outcome: 'unknown' };
  await revocationEffective();
  return { outcome: revoked === undefined ? 'already_revoked' : 'revoked', key: summarize(stored) };
}

const ADMINISTRATION = systemPrincipal('api-keys');

type NewKeyColumns = Pick<StoredApiKey, 'name' | 'organizationIds' | 'scopes' | 'createdAt' | 'expiresAt'>;

/** A prefix is taken with a chance of one in 10^12; then another is drawn. */
async function insertFresh(
  tx: Transaction,
  columns: NewKeyColumns,
): Promise<{ fresh: FreshApiKey; stored: StoredApiKey }> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const fresh = generateApiKey();
    const stored = await tx.first(ADMINISTRATION, insertApiKey, { ...columns, prefix: fresh.prefix, hash: fresh.hash });
    if (stored !== undefined) return { fresh, stored };
  }
  throw new Error('every drawn key prefix was taken');
}

/** The ids that belong to no organization. */
export async function unknownOrganizations(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const known = await existingOrganizations(db.models(ADMINISTRATION), ids.filter(mayBeId));
  return ids.filter((id) => !known.includes(id));
}

/** What a caller may have meant as an id: other text is neither looked for nor repeated. */
function mayBeId(id: string): boolean {
  return /^[\w-]{1,40}$/.test(id);
}

/** A sentence per organization that does not exist, for requests that list their problems. */
export async function unknownOrganizationProblems(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const unknown = await unknownOrganizations(db, ids);
  return unknown.map((id) =>
    mayBeId(id) ? `there is no organization ${id}` : 'an organization’s id has 26 letters and digits',
  );
}

/** Tests must not reach real data. The kind of an organization never changes, nor do the organizations of a key. */
async function mixed(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const sandboxes = await sandboxOrganizations(db.models(ADMINISTRATION), ids.filter(mayBeId));
  if (sandboxes === 0 || sandboxes === ids.length) return [];
  return ['a key’s organizations must all be sandboxes, or none of them'];
}

function unknownScopes(scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) => !isScope(scope));
}

function isExpired({ expiresAt }: StoredApiKey, clock: Clock): boolean {
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, clock.now()) <= 0;
}

/** The same lifetime, counted from now. */
function renewed({ createdAt, expiresAt }: StoredApiKey, clock: Clock): IsoInstant | null {
  if (expiresAt === null) return null;
  return isoInstant(clock.now().add(Temporal.Instant.from(createdAt).until(expiresAt)));
}

function readExpiry(text: string | undefined, clock: Clock): { at: IsoInstant | null } | { problem: string } {
  if (text === undefined) return { at: null };
  try {
    const instant = Temporal.Instant.from(text);
    if (Temporal.Instant.compare(instant, clock.now()) <= 0)
      return { problem: `the expiry ${text} is not in the future` };
    return { at: isoInstant(instant) };
  } catch {
    return { problem: `the expiry ${text} is not an instant such as 2030-01-31T00:00:00Z` };
  }
}

/** Copies the columns one by one: a statement's row may carry more than its type declares. */
function summarize(stored: StoredApiKey): ApiKeySummary {
  const { prefix, name, organizationIds, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = stored;
  return { prefix, name, organizationIds, scopes, createdAt, expiresAt, revokedAt, lastUsedAt };
}
