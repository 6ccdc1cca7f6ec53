import { createHmac } from 'node:crypto';
import type { Database } from '../../core/db/database.js';
import { ERASED_NAME, ensureDigestKey } from '../../core/erasure/erased-placeholders-and-digests.js';
import type { SecretsAtRest } from '../../core/secrets/at-rest.js';

/** The columns of a file with data about people, and the field in which each is staged. */
export const BORROWER_CELLS = {
  borrower_name: 'borrowerName',
  borrower_email: 'borrowerEmail',
  borrower_phone: 'borrowerPhone',
  address_line1: 'line1',
  address_line2: 'line2',
  city: 'city',
  state: 'state',
  postal_code: 'postalCode',
  country: 'country',
} as const;
export const CO_BORROWER_CELLS = {
  co_borrower_name: 'coBorrowerName',
  co_borrower_email: 'coBorrowerEmail',
  co_borrower_phone: 'coBorrowerPhone',
} as const;

type Cells = typeof BORROWER_CELLS | typeof CO_BORROWER_CELLS;

interface Keyed {
  /** The salt from the loan: the same text has a different digest in another loan. */
  readonly salt: string;
  /** SQL of the value that `boardedPads` returns. */
  readonly pads: string;
  /** SQL of a field's text. */
  readonly cell: (field: string) => string;
}

const BLOCK_BYTES = 64;
/** The stored part of each digest. */
const HEX_DIGITS = 16;

/**
 * The key of an organization's digests, in the inner and outer padded form of HMAC (RFC 2104): Postgres has sha256 but
 * no HMAC. It is derived from the erasures' key, which is stored sealed: with the database alone, no one can verify a
 * guessed telephone number.
 */
export async function boardedPads(db: Database, secrets: SecretsAtRest, organizationId: string): Promise<Buffer> {
  const made = await ensureDigestKey(db, secrets);
  const key = createHmac('sha256', made)
    .update(JSON.stringify(['boarded', organizationId]))
    .digest();
  const pad = (byte: number) => Buffer.alloc(BLOCK_BYTES, byte).map((value, at) => value ^ (key[at] ?? 0));
  return Buffer.concat([pad(0x36), pad(0x5c)]);
}

/**
 * SQL of the digests of a file's data about a person, by column. A file that is sent again is compared with them,
 * whatever happened to the person since, and no contact data is stored twice. They are deleted when the person is
 * erased; a person erased earlier has none.
 */
export function digestsOf(cells: Cells, keyed: Keyed): string {
  const [name] = Object.values(cells);
  const digests = Object.entries(cells).map(([column, field]) => `'${column}', ${digestOf(column, field, keyed)}`);
  return `case when ${keyed.cell(name ?? '')} is distinct from '${ERASED_NAME}'
        then jsonb_strip_nulls(jsonb_build_object(${digests.join(', ')})) end`;
}

/** SQL of one digest; NULL for an empty cell. */
export function digestOf(column: string, field: string, { salt, pads, cell }: Keyed): string {
  const text = `convert_to(${salt} || ' ${column} ' || ${wordsOf(field, cell)}, 'UTF8')`;
  const inner = `sha256(substr(${pads}, 1, ${BLOCK_BYTES}) || ${text})`;
  return `left(encode(sha256(substr(${pads}, ${BLOCK_BYTES + 1}) || ${inner}), 'hex'), ${HEX_DIGITS})`;
}

/**
 * SQL of whether there are digests to compare with. Digests of an earlier version had no key and had another length:
 * they are not compared.
 */
export function areComparable(cells: Cells, digests: string): string {
  const [name] = Object.keys(cells);
  return `${digests} is not null and coalesce(length(${digests}->>'${name}'), ${HEX_DIGITS}) = ${HEX_DIGITS}`;
}

/** For an address without a country: as written. */
function wordsOf(field: string, cell: Keyed['cell']): string {
  if (field !== 'country') return cell(field);
  return `case when ${cell('line1')} is not null then coalesce(${cell('country')}, 'US') end`;
}
