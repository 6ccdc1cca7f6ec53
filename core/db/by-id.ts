import type { ErrorCode } from '../errors/catalogue.js';
import { Problem } from '../errors/problem.js';
import { isId } from '../ids/ids.js';
import type { Principal } from '../principal/principal.js';
import type { Columns } from './columns.js';
import type { Queries } from './database.js';
import type { RowKey } from './row-key.js';
import { type FieldOf, type Model, tableOf } from './sql-types.js';
import { type AnswerOf, type Statement, statement } from './statement.js';

/** Models whose rows have an id and belong to an organization. */
type Keyed = { [M in Model]: 'organizationId' | 'id' extends FieldOf<M> ? M : never }[Model];

/** @param alias - of the table in `gives`. */
export function readById<C extends Columns<unknown>>(
  name: string,
  model: Keyed,
  alias: string,
  gives: C,
): Statement<{ readonly id: string }, AnswerOf<C>> {
  return statement({
    name,
    takes: { id: 'text' },
    gives,
    text: ({ p, scope }) => `
    select ${gives} from ${tableOf(model)} ${alias} where ${alias}.id = ${p.id} and ${scope(`${alias}.organization_id`)}`,
  });
}

/** Those that exist, in no order. */
export function readByIds<C extends Columns<unknown>>(
  name: string,
  model: Keyed,
  alias: string,
  gives: C,
): Statement<{ readonly ids: readonly string[] }, AnswerOf<C>> {
  return statement({
    name,
    takes: { ids: 'text[]' },
    gives,
    text: ({ scope, oneOf }) => `
    select ${gives} from ${tableOf(model)} ${alias} where ${oneOf(`${alias}.id`, 'ids')} and ${scope(`${alias}.organization_id`)}`,
  });
}

/** Locks the row until the transaction ends. `for no key update` lets others add rows that only refer to it. */
export function lockById<C extends Columns<unknown>>(
  name: string,
  model: Keyed,
  alias: string,
  gives: C,
  lock: 'for update' | 'for no key update' | 'for update skip locked',
): Statement<RowKey, AnswerOf<C>> {
  return statement({
    name,
    takes: { id: 'text', organizationId: 'text' },
    gives,
    text: ({ p, scope }) => `
    select ${gives} from ${tableOf(model)} ${alias}
     where ${alias}.id = ${p.id} and ${alias}.organization_id = ${p.organizationId} and ${scope(`${alias}.organization_id`)} ${lock}`,
  });
}

/** @throws {Problem} `missing`, the same for an unknown id and for one out of scope. */
export async function requireById<R>(
  queries: Pick<Queries, 'first'>,
  principal: Principal,
  statement: Statement<{ readonly id: string }, R>,
  id: string,
  missing: ErrorCode,
): Promise<R> {
  const found = isId(id) ? await queries.first(principal, statement, { id }) : undefined;
  if (found === undefined) throw new Problem(missing);
  return found;
}
