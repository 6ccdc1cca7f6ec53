import { ERASED_NAME } from '../../../core/erasure/tombstones.js';

/** What a file says of people, by column, and the field that it is staged in. */
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

interface Salted {
  /** Of the loan: the same text has another digest in another loan. */
  readonly salt: string;
  /** SQL of a field's text. */
  readonly cell: (field: string) => string;
}

/**
 * SQL of the digests of what a file says of a person, by column: a file that comes again is compared with them, whatever became of the
 * person since, and no contact data is kept twice. 32 bits of each are enough for that; of a telephone number they leave several that
 * it may have been. They go when the person is erased, and of somebody who was erased before there are none.
 */
export function digestsOf(cells: Cells, salted: Salted): string {
  const [name] = Object.values(cells);
  const digests = Object.entries(cells).map(([column, field]) => `'${column}', ${digestOf(column, field, salted)}`);
  return `case when ${salted.cell(name ?? '')} is distinct from '${ERASED_NAME}'
        then jsonb_strip_nulls(jsonb_build_object(${digests.join(', ')})) end`;
}

/** SQL of one of them; NULL for an empty cell. */
export function digestOf(column: string, field: string, { salt, cell }: Salted): string {
  return `left(encode(sha256(convert_to(${salt} || ' ${column} ' || ${wordsOf(field, cell)}, 'UTF8')), 'hex'), 8)`;
}

/** Of an address without a country: as it is written. */
function wordsOf(field: string, cell: Salted['cell']): string {
  if (field !== 'country') return cell(field);
  return `case when ${cell('line1')} is not null then coalesce(${cell('country')}, 'US') end`;
}
