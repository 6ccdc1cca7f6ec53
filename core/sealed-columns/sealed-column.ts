import { derived } from '../db/columns.js';
import { columnOf, type FieldOf, type Model, tableOf } from '../db/sql-types.js';
import { type Statement, statement } from '../db/statement.js';
import type { SecretPlace } from '../secrets/at-rest.js';

/** A row of a sealed column: the values of its primary key, and the stored text. */
export interface SealedRow {
  readonly key: readonly string[];
  readonly sealed: string;
}

/** A column with sealed secrets, declared by the store that owns it. */
export interface SealedColumn {
  /** `table.column` */
  readonly name: string;
  /**
   * Whether an earlier version stored secrets in clear; those are sealed too. Otherwise an unsealed text is not
   * Tributary's.
   */
  readonly mayBeInClear: boolean;
  /** A key before every row. */
  readonly start: readonly string[];
  placeOf(key: readonly string[]): SecretPlace;
  /** Rows after a key, in key order; rows without a secret are left out. */
  readonly page: Statement<{ readonly after: readonly string[]; readonly limit: number }, SealedRow>;
  /** Replaces exactly this text. A row that has changed since it was read stays as it is and is not returned. */
  readonly replace: Statement<
    { readonly key: readonly string[]; readonly sealed: string; readonly resealed: string },
    { readonly isReplaced: boolean }
  >;
}

/**
 * Declares a sealed column. Secrets are sealed for `placeOf(key)`; runtime/assembly/sealed-columns.ts lists the columns
 * to reseal.
 *
 * @param key - the fields of the model's primary key, all of them texts, in order
 */
export function sealedColumn<M extends Model>(
  model: M,
  field: FieldOf<M>,
  key: readonly FieldOf<M>[],
  { mayBeInClear = false }: { readonly mayBeInClear?: boolean } = {},
): SealedColumn {
  const table = tableOf(model);
  const { column } = columnOf(model, field);
  const keys = key.map((name) => columnOf(model, name).column);
  const name = `${table}.${column}`;
  const each = (placeholder: string) => keys.map((_, position) => `(${placeholder}::text[])[${position + 1}]`);
  return {
    name,
    mayBeInClear,
    start: keys.map(() => ''),
    placeOf: (values) => [table, column, ...values],
    page: statement({
      name: `secrets.page.${name}`,
      unscoped: 'work_for_all_organizations',
      takes: { after: 'text[]', limit: 'int8' },
      gives: derived({ key: 'text[]', sealed: 'text' }),
      text: ({ p }) => `
        select array[${keys.join(', ')}] as key, coalesce(${column}, '') as sealed from ${table}
         where (${keys.join(', ')}) > (${each(p.after).join(', ')}) and ${column} is not null
         order by ${keys.join(', ')} limit ${p.limit}::int8`,
    }),
    replace: statement({
      name: `secrets.replace.${name}`,
      unscoped: 'work_for_all_organizations',
      takes: { key: 'text[]', sealed: 'text', resealed: 'text' },
      gives: derived({ isReplaced: 'bool' }),
      text: ({ p }) => `
        update ${table} set ${column} = ${p.resealed}::text
         where ${keys.map((one, position) => `${one} = ${each(p.key)[position]}`).join(' and ')}
           and ${column} = ${p.sealed}::text
        returning true as "isReplaced"`,
    }),
  };
}
