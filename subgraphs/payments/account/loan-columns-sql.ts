import { folded } from '../../../core/db/folded-text-sql.js';
import type { CsvColumn, SortColumn } from '../../../core/db/sorted-lists/sorted-list-source.js';

/** The loan and the borrower of a row in a list of payments, runs or disputes. */
export function loanColumns(row: string) {
  const joins = ` left join account a on a.organization_id = ${row}.organization_id and a.id = ${row}.account_id
    left join person b on b.organization_id = a.organization_id and b.id = a.primary_borrower_party_id`;
  const sorts = {
    borrower: { sql: folded('b.display_name'), type: 'text', joins },
    loan: { sql: 'coalesce(a.external_contract_number, a.external_account_number)', type: 'text', joins },
  } as const satisfies Readonly<Record<string, SortColumn>>;
  const csv: readonly CsvColumn[] = [
    {
      heading: 'Borrower',
      sql: (p) => `case when ${p['showsNames']}::boolean then b.display_name end`,
      kind: 'text',
      joins,
    },
    { heading: 'Contract number', sql: 'a.external_contract_number', kind: 'text', joins },
    { heading: 'Account number', sql: 'a.external_account_number', kind: 'text', joins },
  ];
  return { joins, sorts, csv };
}
