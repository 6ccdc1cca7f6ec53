import type { Principal } from '../principal/principal.js';
import type { Database } from './database.js';
import {
  type CursorSubject,
  type Cursors,
  type Page,
  pageLimit,
  type SortKey,
  toPage,
} from './list-cursors-and-limits.js';
import type { Across } from './organization-scope.js';
import {
  type AnswerOf,
  type Gives,
  type Parameters,
  type ParametersOf,
  type Statement,
  type StatementTools,
  statement,
  type Takes,
} from './statement.js';

/**
 * The position of a row in its list, by the statement's parameter names: `{ afterOn: '2026-01-31', afterId: '01…' }`.
 */
export type Position = Readonly<Record<string, string>>;

/** A list of the API: the statement that reads it, its start, and the position of each row. */
export interface ListDefinition<Filters extends Parameters, At extends Position, Row> {
  /** Unique; cursors are bound to it. */
  readonly name: string;
  /** Returns rows strictly after the position, in order, at most `limit`. */
  readonly statement: Statement<Filters & At & { readonly limit: number }, Row>;
  /** Before the first row; its members are in sort order. */
  readonly start: At;
  positionOf(row: Row): At;
  /** The position is contact data: cursors hold it encrypted. */
  readonly isSealed?: true;
  /**
   * Called with the position of a cursor. @throws {Problem} when rows after it may have been deleted: they would be
   * skipped silently.
   */
  requireKept?(at: At): void;
}

/** A client's page request, without its filters. */
export interface PageRequest {
  readonly limit?: number | null | undefined;
  readonly cursor?: string | null | undefined;
}

export interface ListParts {
  readonly db: Pick<Database, 'many' | 'first' | 'fromReplica'>;
  readonly cursors: Cursors;
}

/**
 * One page of a list: reads `limit + 1` rows in one statement. With a replica, the page may be slightly out of date.
 *
 * @param filters - all filters as the client sent them: a cursor is valid only for the same ones. Include those that
 * narrow the caller (`organization_id`).
 * @throws {Problem} `invalid_limit`; `validation_failed` for a cursor that was not issued for this list, these
 * filters and this allowlist.
 */
export async function readPage<Filters extends Parameters, At extends Position, Row>(
  { db, cursors }: ListParts,
  principal: Principal,
  list: ListDefinition<Filters, At, Row>,
  parameters: Filters,
  filters: Readonly<Record<string, string | null | undefined>>,
  request: PageRequest,
): Promise<Page<Row>> {
  const limit = pageLimit(request.limit);
  const subject = cursorSubject(list, principal, filters);
  const names = Object.keys(list.start);
  const decode = (cursor: string) =>
    list.isSealed === true ? cursors.decodeSealed(subject, cursor) : cursors.decode(subject, cursor);
  const encode = (after: SortKey, isLate: boolean) =>
    list.isSealed === true ? cursors.encodeSealed(subject, after, isLate) : cursors.encode(subject, after, isLate);
  const begun = request.cursor === undefined || request.cursor === null ? undefined : decode(request.cursor);
  const after = begun === undefined ? list.start : positionFrom<At>(names, begun.after);
  if (begun !== undefined) list.requireKept?.(after);
  // A walk that began at the primary continues there: a replica may lack rows after its last one, and the client
  // would never see them.
  const fromPrimary = begun?.isLate === false;
  const asked = { ...parameters, ...after, limit: limit + 1 };
  const { rows, isLate } = await db.fromReplica(principal, list.statement, asked, fromPrimary);
  return toPage(rows, limit, (last) => encode(sortKeyOf(list, last), isLate));
}

/** What the cursors of a list are valid for. */
export function cursorSubject(
  { name }: Pick<ListDefinition<never, never, unknown>, 'name'>,
  { organizationIds }: Principal,
  filters: Readonly<Record<string, string | null | undefined>>,
): CursorSubject {
  return { list: name, allowlist: organizationIds, filters: withNulls(filters) };
}

/** A list under each of several parents: one statement reads their first pages, the list itself the further ones. */
export interface NestedListDefinition<Filters extends Parameters, At extends Position, Row> {
  /** Reads further pages of one parent, and defines the cursors. */
  readonly list: ListDefinition<never, At, Row>;
  /** Returns at most `limit` rows for each parent, in the list's order. */
  readonly statement: Statement<Filters & { readonly limit: number }, Row>;
  /** The filter of `list` that names the parent. */
  readonly parentFilter: string;
  parentOf(row: Row): string;
}

/**
 * The first page of each parent's list, in the order of `parentIds`, read from the primary like the parents. An
 * unknown parent has an empty page, because its resolver has already checked it.
 *
 * @param filters - as for `readPage`, without the parent's: a page's cursor continues in the list itself.
 * @throws {Problem} `invalid_limit`
 */
export async function readFirstPages<Filters extends Parameters, At extends Position, Row>(
  { db, cursors }: ListParts,
  principal: Principal,
  { list, statement, parentFilter, parentOf }: NestedListDefinition<Filters, At, Row>,
  parentIds: readonly string[],
  parameters: Filters,
  filters: Readonly<Record<string, string | null | undefined>>,
  requested: number | null | undefined,
): Promise<readonly Page<Row>[]> {
  const limit = pageLimit(requested);
  const pages = new Map<string, Row[]>(parentIds.map((id) => [id, []]));
  for (const row of await db.many(principal, statement, { ...parameters, limit: limit + 1 })) {
    pages.get(parentOf(row))?.push(row);
  }
  return parentIds.map((id) => {
    const own = withNulls({ ...filters, [parentFilter]: id });
    const subject = { list: list.name, allowlist: principal.organizationIds, filters: own };
    return toPage(pages.get(id) ?? [], limit, (last) => cursors.encode(subject, sortKeyOf(list, last)));
  });
}

function sortKeyOf<At extends Position, Row>({ start, positionOf }: ListDefinition<never, At, Row>, row: Row): SortKey {
  const position = positionOf(row);
  return Object.keys(start).map((name) => position[name] ?? '');
}

/** A cursor is signed, so it holds a position that this list issued. */
function positionFrom<At extends Position>(names: readonly string[], key: SortKey): At {
  return Object.fromEntries(names.map((name, index) => [name, key[index] ?? ''])) as At;
}

function withNulls(filters: Readonly<Record<string, string | null | undefined>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? null]));
}

/** Sorts after every ULID: the start of a list that begins with the newest id. */
export const AFTER_EVERY_ID = '8';

/** Sorts after every date: the start of a list that begins with the latest date. */
export const AFTER_EVERY_DATE = 'infinity';

export type AfterId = { afterId: string };

/** The start and the positions of a list by id: ids are ULIDs, so their order is the order of creation. */
export const NEWEST_FIRST = {
  start: { afterId: AFTER_EVERY_ID },
  positionOf: ({ id }: { readonly id: string }) => ({ afterId: id }),
};

interface MergedRows {
  /** A SELECT of one organization's rows, named by `organization.id`, after the position; without ORDER BY and LIMIT. */
  readonly rows: string;
  /** ORDER BY of that SELECT, in its own columns: the order of an index that begins with the organization. */
  readonly order: string;
  /** The same order in the column names of the SELECT's result. */
  readonly mergedOrder: string;
  readonly limit: string;
  readonly scope: (column: string) => string;
  readonly only: string | undefined;
  /** The columns of `page` to return; default: all. */
  readonly shown?: string;
}

/**
 * One page across all organizations of the caller: merges `limit` rows of each organization, read from its own index
 * range. So a page costs the same wherever it is in the list. The rows of a caller's only organization are not merged,
 * which would sort them again.
 */
export function mergedAcrossOrganizations({ rows, order, mergedOrder, limit, scope, only, shown }: MergedRows): string {
  if (only !== undefined) {
    const own = `${rows.replaceAll(/\borganization\.id\b/g, only)} order by ${order} limit ${limit}`;
    return shown === undefined ? own : `select ${shown} from (${own}) page order by ${mergedOrder}`;
  }
  return `
    select ${shown ?? 'page.*'} from organization
    cross join lateral (${rows} order by ${order} limit ${limit}) page
    where ${scope('organization.id')}
    order by ${mergedOrder} limit ${limit}`;
}

/**
 * Rows of `organization.id` with ids before `afterId`, in a form that makes Postgres use the index (organization_id,
 * id): with plain conditions it may scan the primary key instead, through every other organization's rows.
 */
export function idRange(alias: string, afterId: string): string {
  return `${alias}.organization_id = organization.id
    and (${alias}.organization_id, ${alias}.id) < (organization.id, ${afterId}::text)`;
}

/** ORDER BY for `idRange`. */
export function newestIdFirst(alias: string): string {
  return `${alias}.organization_id desc, ${alias}.id desc`;
}

/** The filter of a list on the creation of its rows: `instants` of core/contract/date-range.ts. */
export const CREATED = { createdFrom: 'timestamptz', createdBefore: 'timestamptz' } as const;
export type Created = ParametersOf<typeof CREATED>;

/** SQL of this filter. */
export function isCreatedThen(alias: string, p: Readonly<Record<keyof Created, string>>): string {
  return `${alias}.created_at >= ${p.createdFrom}::timestamptz and ${alias}.created_at < ${p.createdBefore}::timestamptz`;
}

const AFTER_ID = { afterId: 'text', limit: 'int8' } as const;

/** SQL of some of a list's rows, or of a part of their condition. */
export type ListRows<T extends Takes> = (p: StatementTools<ParametersOf<T & typeof AFTER_ID>>['p']) => string;

interface NewestFirstSource<T extends Takes, G extends Gives> {
  readonly name: string;
  /** The name of its statement. */
  readonly page: string;
  readonly across?: Across;
  readonly filters: T;
  readonly gives: G;
  /** As for `mergedAcrossOrganizations`. */
  readonly rows: ListRows<T>;
  readonly order: string;
}

/** The list of a model's rows in all organizations of the caller, newest first. */
export function newestFirst<const T extends Takes, const G extends Gives>(
  source: NewestFirstSource<T, G>,
): ListDefinition<ParametersOf<T>, AfterId, AnswerOf<G>>;
export function newestFirst<T extends Takes>({
  name,
  page,
  filters,
  rows,
  order,
  ...source
}: NewestFirstSource<T, Gives>) {
  const read = statement<T & typeof AFTER_ID, Gives>({
    ...source,
    name: page,
    takes: { ...filters, ...AFTER_ID },
    text: ({ p, scope, only }) =>
      mergedAcrossOrganizations({ rows: rows(p), order, mergedOrder: 'id desc', limit: p.limit, scope, only }),
  });
  return { name, statement: read, ...NEWEST_FIRST };
}
