import { createHmac, randomBytes } from 'node:crypto';
import { maskedLine, ownText, type PlainText } from '../contract/stored-text.js';
import { columns, derived } from '../db/columns.js';
import type { Database, Queries, Transaction } from '../db/database.js';
import { statement } from '../db/statement.js';
import { type Principal, systemPrincipal, within } from '../principal/principal.js';
import type { SecretPlace, SecretsAtRest } from '../secrets/at-rest.js';

/** What stands where a name was. */
export const ERASED_NAME = ownText('Erased');
/** What stands where a text was that named somebody. */
export const ERASED_TEXT = ownText('[erased]');
/** Of addresses that stand for erased ones: no mail ever gets there (RFC 2606). */
const ERASED_DOMAIN = '@erased.invalid';

const ERASURE = systemPrincipal('erasure');
const PLACE: SecretPlace = ['erasure_key', 'sealed_key', '1'];
const KEY_BYTES = 32;

/** By database; what is not there yet is asked for again. */
const known = new WeakMap<SecretsAtRest, Buffer>();

const KEY = columns('ErasureKey', 'k', ['sealedKey']);

const readKey = statement({
  name: 'erasure_key.read',
  unscoped: 'the key of the digests of what was erased, one for all',
  gives: KEY,
  text: () => `select ${KEY} from erasure_key k where k.id = '1'`,
});

/** The key of the digests; undefined as long as nothing was ever erased here. */
export async function digestKey(queries: Queries, secrets: SecretsAtRest): Promise<Buffer | undefined> {
  const held = known.get(secrets);
  if (held !== undefined) return held;
  const found = await queries.first(ERASURE, readKey, {});
  if (found === undefined) return undefined;
  const key = Buffer.from(secrets.read(found.sealedKey, PLACE), 'base64');
  known.set(secrets, key);
  return key;
}

/** Makes the key where there is none: of two that do, one has made it, and both read it. */
export async function madeDigestKey(db: Database, secrets: SecretsAtRest): Promise<Buffer> {
  const held = await digestKey(db, secrets);
  if (held !== undefined) return held;
  const sealedKey = secrets.seal(randomBytes(KEY_BYTES).toString('base64'), PLACE);
  await db.models(ERASURE).erasureKey.createMany({ data: [{ id: '1', sealedKey }], skipDuplicates: true });
  const made = await digestKey(db, secrets);
  if (made === undefined) throw new Error('the key of the erasures was not kept');
  return made;
}

export interface PersonOfSystem {
  readonly organizationId: string;
  readonly loanSystemCode: string;
  readonly externalId: string;
}

/** By which a person of a loan system is known again, and by nothing else. */
export function personDigest(key: Buffer, { organizationId, loanSystemCode, externalId }: PersonOfSystem): string {
  return digest(key, ['person', organizationId, loanSystemCode, externalId]);
}

/** Of an address, whichever organization writes to it: what is not known to be anybody's yet is suppressed by it, too. */
export function recipientDigest(key: Buffer, address: string): string {
  return digest(key, ['recipient', address.trim().toLowerCase()]);
}

/** What stands where an erased address was, on suppression lists for example: by it, and the key, the address is known again. */
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
 * Taken, until its transaction ends, by whoever is about to write what a loan system or a provider tells of people: an erasure has its
 * tombstone there before, or begins after.
 */
export const holdOffErasure = statement({
  name: 'erasure.hold_off',
  unscoped: 'a lock, no row',
  takes: OF_ORGANIZATION,
  gives: derived({ held: 'text' }),
  text: ({ p }) => `select pg_advisory_xact_lock_shared(${LOCK}${p.organizationId}::text, 0))::text as held`,
});

/** Taken by an erasure before it leaves its tombstone: whoever writes has written, and is seen. */
export const holdErasure = statement({
  name: 'erasure.hold',
  unscoped: 'a lock, no row',
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

/** From here on nothing brings back what it stands for. */
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
 * Which of a loan system's persons were erased. Holds erasures off until the transaction ends, so that what is written by the answer is
 * not overtaken by one.
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

/** Which addresses were erased for an organization. Holds erasures off, as above. */
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
  await tx.first(ERASURE, holdOffErasure, { organizationId });
  const key = await digestKey(tx, secrets);
  if (key === undefined || named.length === 0) return new Set();
  const byDigest = new Map(named.map((name) => [digestOf(key, name), name]));
  const principal = within(ERASURE, organizationId);
  const found = await tx.many(principal, findTombstones, { organizationId, kind, digests: [...byDigest.keys()] });
  return new Set(found.map(({ digest: erased }) => byDigest.get(erased) ?? ''));
}
