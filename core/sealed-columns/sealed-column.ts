import { derived } from '../db/columns.js';
import { columnOf, type FieldOf, type Model, tableOf } from '../db/sql-types.js';
import { type Statement, statement } from '../db/statement.js';
import type { SecretPlace } from '../secrets/at-rest.js';

const ROTATION =
  'keys are rotated for all organizations at once; what is sealed is opened and sealed again, and shown to nobody';

/** A row of such a column: the values of its key, and what rests there. */
export interface SealedRow {
  readonly key: readonly string[];
  readonly sealed: string;
}

/** A column in which secrets rest sealed, declared by the store that owns it. */
export interface SealedColumn {
  /** `table.column` */
  readonly name: string;
  /** Whether a version before kept them in clear: then those are sealed as well. Otherwise what is not sealed was put there by somebody else. */
  readonly mayBeInClear: boolean;
  /** Before every row. */
  readonly start: readonly string[];
  placeOf(key: readonly string[]): SecretPlace;
  /** Rows behind a key, in its order; those without a secret are left out. */
  readonly page: Statement<{ readonly after: readonly string[]; readonly limit: number }, SealedRow>;
  /** Puts another text in the place of this very one. A row that was changed meanwhile stays as it is, and is not answered. */
  readonly replace: Statement<
    { readonly key: readonly string[]; readonly sealed: string; readonly resealed: string },
    { readonly isReplaced: boolean }
  >;
}

/**
 * Declares one. Secrets are sealed for `placeOf(key)`; the list that is resealed is in runtime/assembly/sealed-columns.ts.
 *
 * @param key - the fields of the model's key, texts all, in its order
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
      unscoped: ROTATION,
      takes: { after: 'text[]', limit: 'int8' },
      gives: derived({ key: 'text[]', sealed: 'text' }),
      text: ({ p }) => `
        select array[${keys.join(', ')}] as key, coalesce(${column}, '') as sealed from ${table}
         where (${keys.join(', ')}) > (${each(p.after).join(', ')}) and ${column} is not null
         order by ${keys.join(', ')} limit ${p.limit}::int8`,
    }),
    replace: statement({
      name: `secrets.replace.${name}`,
      unscoped: ROTATION,
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
