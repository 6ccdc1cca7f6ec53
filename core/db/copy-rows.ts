import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Rows } from '../../prisma/client/rows.js';
import { type CopiedValue, copyText } from './copy-text.js';
import { columnOf, type FieldOf, type Model, type Sent, tableOf } from './sql-types.js';

/** The target of a COPY: a model's columns, without the organization's, which the caller gives once for all rows. */
export interface CopyTarget<M extends Model, F extends readonly FieldOf<M>[]> {
  readonly name: string;
  readonly text: string;
  readonly __rows?: CopiedRow<M, F>;
}

/** The values of a row, in the order of the target's fields. */
export type CopiedRow<M extends Model, F extends readonly FieldOf<M>[]> = {
  readonly [I in keyof F]: F[I] extends FieldOf<M> ? Sent<Rows[M][F[I]]> : never;
};

/** Declares a target once, in the store that owns it. Each copy writes rows of one organization. */
export function copied<M extends Model, const F extends readonly Exclude<FieldOf<M>, 'organizationId'>[]>(
  model: M,
  fields: F,
): CopyTarget<M, F> {
  const names = ['organizationId', ...fields].map((field) => columnOf(model, field).column);
  return { name: `copy.${tableOf(model)}`, text: `copy ${tableOf(model)} (${names.join(', ')}) from stdin` };
}

/** Copies rows on a connection with an open transaction. */
export async function copyRows(
  client: PoolClient,
  { text }: { readonly text: string },
  organizationId: string,
  rows: Iterable<readonly CopiedValue[]>,
): Promise<void> {
  const stream = client.query(copyFrom(text));
  await pipeline(Readable.from(copyText(owned(organizationId, rows)), { objectMode: true, highWaterMark: 2 }), stream);
}

function* owned(organizationId: string, rows: Iterable<readonly CopiedValue[]>): Generator<readonly CopiedValue[]> {
  for (const row of rows) yield [organizationId, ...row];
}
