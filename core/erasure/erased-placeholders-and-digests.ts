import { createHmac, randomBytes } from 'node:crypto';
import { maskedLine, ownText, type PlainText } from '../contract/stored-text.js';
import { columns, derived } from '../db/columns.js';
import type { Database, Queries, Transaction } from '../db/database.js';
import { statement } from '../db/statement.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../principal/principal.js';
import type { SecretPlace, SecretsAtRest } from '../secrets/at-rest.js';

/** Replaces an erased name. */
export const ERASED_NAME = ownText('Erased');
/** Replaces an erased text. */
export const ERASED_TEXT = ownText('[erased]');
/** The domain of addresses that replace erased ones. RFC 2606 reserves it, so no mail is ever delivered there. */
const ERASED_DOMAIN = '@erased.invalid';

const ERASURE = systemPrincipal('erasure');
const PLACE: SecretPlace = ['erasure_key', 'sealed_key', '1'];
const KEY_BYTES = 32;

/** Cache by database. A missing key is not cached, so it is read again. */
const known = new WeakMap<SecretsAtRest, Buffer>();

const KEY = columns('ErasureKey', 'k', ['sealedKey']);

const readKey = statement({
  name: 'erasure_key.read',
  unscoped: 'table_without_organizations',
  gives: KEY,
  text: () => `select ${KEY} from erasure_key k where k.id = '1'`,
});

/** The key of the digests; undefined until the first erasure in this database. */
export async function digestKey(queries: Queries, secrets: SecretsAtRest): Promise<Buffer | undefined> {
  const held = known.get(secrets);
  if (held !== undefined) return held;
  const found = await queries.first(ERASURE, readKey, {});
  if (found === undefined) return undefined;
  const key = Buffer.from(secrets.read(found.sealedKey, PLACE), 'base64');
  known.set(secrets, key);
  return key;
}

/** Creates the key if there is none. When two processes do so at once, one of them creates it and both read it. */
export async function ensureDigestKey(db: Database, secrets: SecretsAtRest): Promise<Buffer> {
  const held = await digestKey(db, secrets);
  if (held !== undefined) return held;
  const sealedKey = secrets.seal(randomBytes(KEY_BYTES).toString('base64'), PLACE);
  await db.models(ERASURE).erasureKey.createMany({ data: [{ id: '1', sealedKey }], skipDuplicates: true });
  const made = await digestKey(db, secrets);
  if (made === undefined) throw new Error('the key of the erasures was not stored');
  return made;
}

export interface PersonOfSystem {
  readonly organizationId: string;
  readonly loanSystemCode: string;
  readonly externalId: string;
}

/** The only way to recognize an erased person of a loan system. */
export function personDigest(key: Buffer, { organizationId, loanSystemCode, externalId }: PersonOfSystem): string {
  return digest(key, ['person', organizationId, loanSystemCode, externalId]);
}

/**
 * The digest of an address, the same for all organizations. It also suppresses an address that belongs to no known
 * person yet.
 */
export function recipientDigest(key: Buffer, address: string): string {
  return digest(key, ['recipient', address.trim().toLowerCase()]);
}

/**
 * Replaces an erased address, for example on suppression lists. With the key, the address can still be recognized by
 * it.
 */
export function erasedAddress(key: Buffer, address: string): PlainText {
  return maskedLine(`${recipientDigest(key, address)}${ERASED_DOMAIN}`);
}

export function isErasedAddress(address: string): boolean {
  return address.endsWith(ERASED_DOMAIN);
}

function digest(key: Buffer, parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}

const OF_ORGANIZATION = { organizationId: 'Organization.id' } as const;
const LOCK = "hashtextextended('erasure ' || ";

/**
 * A transaction that writes data about people from a loan system or a provider takes this lock until it ends. So an
 * erasure has either left its tombstone before, or starts after.
 */
export const lockAgainstErasure = statement({
  name: 'erasure.hold_off',
  unscoped: 'takes_a_lock',
  takes: OF_ORGANIZATION,
  gives: derived({ held: 'text' }),
  text: ({ p }) => `select pg_advisory_xact_lock_shared(${LOCK}${p.organizationId}::text, 0))::text as held`,
});

/**
 * An erasure takes this lock before it leaves its tombstone: writers that hold the shared lock have then committed, and
 * it sees their rows.
 */
export const lockForErasure = statement({
  name: 'erasure.hold',
  unscoped: 'takes_a_lock',
  takes: OF_ORGANIZATION,
  gives: derived({ held: 'text' }),
  text: ({ p }) => `select pg_advisory_xact_lock(${LOCK}${p.organizationId}::text, 0))::text as held`,
});

interface Tombstone {
  readonly organizationId: string;
  readonly kind: 'person' | 'recipient';
  readonly digest: string;
  readonly erasedAt: string;
}

/** From here on no sync or event brings the erased data back. */
export async function leaveTombstone(tx: Transaction, principal: Principal, tombstone: Tombstone): Promise<void> {
  await tx.models(principal).erasureTombstone.createMany({ data: [tombstone], skipDuplicates: true });
}

const FOUND = columns('ErasureTombstone', 't', ['digest']);

const findTombstones = statement({
  name: 'erasure_tombstone.among',
  takes: {
    organizationId: 'ErasureTombstone.organizationId',
    kind: 'ErasureTombstone.kind',
    digests: 'ErasureTombstone.digest[]',
  },
  gives: FOUND,
  text: ({ p, scope }) => `
    select ${FOUND} from erasure_tombstone t
     where t.organization_id = ${p.organizationId} and ${scope('t.organization_id')}
       and t.kind = ${p.kind}::erasure_kind and t.digest = any(${p.digests}::text[])`,
});

/**
 * Which of a loan system's persons were erased. Blocks erasures until the transaction ends, so none can run between
 * this answer and the rows that are written because of it.
 */
export async function erasedPersons(
  tx: Transaction,
  secrets: SecretsAtRest,
  { organizationId, loanSystemCode }: Omit<PersonOfSystem, 'externalId'>,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const digestOf = (key: Buffer, externalId: string) =>
    personDigest(key, { organizationId, loanSystemCode, externalId });
  return erasedAmong(tx, secrets, organizationId, { kind: 'person', named: externalIds, digestOf });
}

/** Which addresses were erased for an organization. Blocks erasures like `erasedPersons`. */
export async function erasedRecipients(
  tx: Transaction,
  secrets: SecretsAtRest,
  organizationId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  return erasedAmong(tx, secrets, organizationId, { kind: 'recipient', named: addresses, digestOf: recipientDigest });
}

interface Looked {
  readonly kind: 'person' | 'recipient';
  readonly named: readonly string[];
  readonly digestOf: (key: Buffer, name: string) => string;
}

async function erasedAmong(
  tx: Transaction,
  secrets: SecretsAtRest,
  organizationId: string,
  { kind, named, digestOf }: Looked,
): Promise<ReadonlySet<string>> {
  await tx.first(ERASURE, lockAgainstErasure, { organizationId });
  const key = await digestKey(tx, secrets);
  if (key === undefined || named.length === 0) return new Set();
  const byDigest = new Map(named.map((name) => [digestOf(key, name), name]));
  const principal = limitToOrganization(ERASURE, organizationId);
  const found = await tx.many(principal, findTombstones, { organizationId, kind, digests: [...byDigest.keys()] });
  return new Set(found.map(({ digest: erased }) => byDigest.get(erased) ?? ''));
}
