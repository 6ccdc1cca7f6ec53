import { Temporal } from 'temporal-polyfill';
import { recordSharedAct } from '../../audit/record.js';
import { composed, plainName } from '../../contract/stored-text.js';
import type { Database, Queries, Transaction } from '../../db/database.js';
import { type Principal, systemPrincipal } from '../../principal/principal.js';
import { isScope, SCOPES } from '../../principal/scopes.js';
import type { Clock } from '../../time/clock.js';
import { type IsoInstant, isoInstant } from '../../time/dates.js';
import { revocationSettled } from '../believed-readings.js';
import { REVOKED_CHANNEL } from '../revocations.js';
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

/** A key as administration shows it: never its hash. Instants are ISO 8601 in UTC. */
export type ApiKeySummary = Omit<StoredApiKey, 'hash'>;

export interface KeyAdministrationParts {
  readonly db: Database;
  readonly clock: Clock;
}

export interface ApiKeyRequest {
  readonly name: string;
  /** At least one; each must exist. */
  readonly organizationIds: readonly string[];
  /** None makes a key that may be exchanged for a token, and do nothing with it on `/v1`. */
  readonly scopes: readonly string[];
  /** ISO 8601 with an offset, or `Z`; in the future. Without it the key does not expire. */
  readonly expiresAt?: string;
  /** Who asks, for the audit. */
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

/** Creates a key. The plaintext in the answer exists nowhere else. */
export async function createApiKey(parts: KeyAdministrationParts, request: ApiKeyRequest): Promise<ApiKeyCreation> {
  const checked = await checkedApiKey(parts, request);
  if ('problems' in checked) return { outcome: 'refused', problems: checked.problems };
  return parts.db.transaction((tx) => issueChecked(tx, parts.clock, request.by, checked));
}

/** A key that may be made. */
export type CheckedApiKey = Omit<NewKeyColumns, 'createdAt'>;

/** What `createApiKey` would make, or why not: for a caller who has more to do in the transaction that makes it. */
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
    ...(await unknownOrganizations(db, organizationIds)).map((id) => `there is no organization ${id}`),
    ...(await mixed(db, organizationIds)),
    ...unknownScopes(request.scopes).map((scope) => `there is no scope ${scope}; scopes are ${SCOPES.join(', ')}`),
    ...('problem' in expiresAt ? [expiresAt.problem] : []),
  ];
  if (problems.length > 0 || 'problem' in expiresAt || !name.success) return { problems };
  const scopes = SCOPES.filter((scope) => request.scopes.includes(scope));
  return { name: composed(name.data), organizationIds, scopes, expiresAt: expiresAt.at };
}

/** Creates a key that was checked. The plaintext in the answer exists nowhere else. */
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
  /** Of the new key; without it, it lives as long from now on as the old one was given when it was made. */
  readonly expiresAt?: string;
  readonly by: Principal;
}

export type ApiKeyRotation =
  | ApiKeyCreation
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'revoked' }
  | { readonly outcome: 'expired' };

/**
 * Mints a key with the name, allowlist, scopes and lifetime of another one, which stays as it is until it is revoked: clients
 * change over while both work. One that has expired is not brought back to life.
 */
export function rotateApiKey({ db, clock }: KeyAdministrationParts, rotation: KeyRotation): Promise<ApiKeyRotation> {
  return db.transaction((tx) => rotateIn(tx, clock, rotation));
}

/** As `rotateApiKey`, in a transaction in which its caller has more to do. */
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

/** A key as it is kept, revoked and expired ones too. */
export async function findApiKey(queries: Queries, prefix: string): Promise<ApiKeySummary | undefined> {
  const stored = isPrefix(prefix) ? await queries.first(ADMINISTRATION, readApiKey, { prefix }) : undefined;
  return stored && summarize(stored);
}

async function issue(tx: Transaction, clock: Clock, columns: CheckedApiKey): Promise<CreatedKey> {
  const { fresh, stored } = await insertFresh(tx, { ...columns, createdAt: isoInstant(clock.now()) });
  return { outcome: 'created', plaintext: fresh.plaintext, key: summarize(stored) };
}

/** Every key, oldest first, revoked and expired ones included. */
export async function listApiKeys({ db }: Pick<KeyAdministrationParts, 'db'>): Promise<readonly ApiKeySummary[]> {
  return (await allApiKeys(db.models(ADMINISTRATION))).map(summarize);
}

export type ApiKeyRevocation =
  | { readonly outcome: 'revoked' | 'already_revoked'; readonly key: ApiKeySummary }
  | { readonly outcome: 'unknown' };

/**
 * Revokes a key. When this returns, no process accepts the key any more, nor a token made from it: it waits
 * until everything read before the revocation is too old to be believed.
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
  // One that is already revoked is waited for as well: whoever revoked it may have been killed while waiting.
  const stored = revoked ?? (await db.first(ADMINISTRATION, readApiKey, { prefix }));
  if (stored === undefined) return { outcome: 'unknown' };
  await revocationSettled();
  return { outcome: revoked === undefined ? 'already_revoked' : 'revoked', key: summarize(stored) };
}

const ADMINISTRATION = systemPrincipal('api-keys');

type NewKeyColumns = Pick<StoredApiKey, 'name' | 'organizationIds' | 'scopes' | 'createdAt' | 'expiresAt'>;

/** A taken prefix is one in 10^12; another one is drawn. */
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

/** Those of the ids that no organization has. */
export async function unknownOrganizations(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const known = await existingOrganizations(db.models(ADMINISTRATION), ids);
  return ids.filter((id) => !known.includes(id));
}

/** What is tried out must not reach what is real. The kind of an organization never changes, and a key's organizations neither. */
async function mixed(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const sandboxes = await sandboxOrganizations(db.models(ADMINISTRATION), ids);
  if (sandboxes === 0 || sandboxes === ids.length) return [];
  return ['a key has sandbox organizations, or others, not both'];
}

function unknownScopes(scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) => !isScope(scope));
}

function isExpired({ expiresAt }: StoredApiKey, clock: Clock): boolean {
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, clock.now()) <= 0;
}

/** The same lifetime, from now on. */
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

/** Columns one by one: a statement's row may carry more than its type says. */
function summarize(stored: StoredApiKey): ApiKeySummary {
  const { prefix, name, organizationIds, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = stored;
  return { prefix, name, organizationIds, scopes, createdAt, expiresAt, revokedAt, lastUsedAt };
}
