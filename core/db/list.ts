import type { Principal } from '../principal/principal.js';
import type { Database } from './database.js';
import { type Cursors, type Page, pageLimit, type SortKey, toPage } from './keyset.js';
import type { Parameters, Statement } from './statement.js';

/** The position of a row in its list, by the names of the statement's parameters: `{ afterOn: '2026-01-31', afterId: '01…' }`. */
export type Position = Readonly<Record<string, string>>;

/** A list of the graph: which statement reads it, where it begins, and how rows say where they stand. */
export interface ListDefinition<Filters extends Parameters, At extends Position, Row> {
  /** Unique; cursors belong to it. */
  readonly name: string;
  /** Answers rows strictly after the position, in order, at most `limit`. */
  readonly statement: Statement<Filters & At & { readonly limit: number }, Row>;
  /** Before the first row; its members are in the order in which rows are sorted. */
  readonly start: At;
  positionOf(row: Row): At;
  /** The position is contact data: cursors hold it encrypted. */
  readonly isSealed?: true;
  /** Called with where a cursor leads to. @throws {Problem} when rows behind it may be gone: they would be passed over without a word. */
  requireKept?(at: At): void;
}

/** What a client asks of a list besides its filters. */
export interface PageRequest {
  readonly limit?: number | null | undefined;
  readonly cursor?: string | null | undefined;
}

export interface ListParts {
  readonly db: Pick<Database, 'many' | 'first' | 'late'>;
  readonly cursors: Cursors;
}

/**
 * One page of a list: `limit + 1` rows are read, in one statement. It may be a moment old, where there is a replica.
 *
 * @param filters - as the client sent them, all of them: a cursor is worth nothing for others. What narrows the caller
 *   (`organization_id`) belongs here too.
 * @throws {Problem} `invalid_limit`; `validation_failed` for a cursor that was not issued for this list, these filters and this
 *   allowlist.
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
  const subject = { list: list.name, allowlist: principal.organizationIds, filters: withNulls(filters) };
  const names = Object.keys(list.start);
  const decode = (cursor: string) =>
    list.isSealed === true ? cursors.decodeSealed(subject, cursor) : cursors.decode(subject, cursor);
  const encode = (after: SortKey, isLate: boolean) =>
    list.isSealed === true ? cursors.encodeSealed(subject, after, isLate) : cursors.encode(subject, after, isLate);
  const begun = request.cursor === undefined || request.cursor === null ? undefined : decode(request.cursor);
  const after = begun === undefined ? list.start : positionFrom<At>(names, begun.after);
  if (begun !== undefined) list.requireKept?.(after);
  // What began at the primary goes on there: a replica may lack rows behind its last one, and nobody would ever see them.
  const fromPrimary = begun?.isLate === false;
  const asked = { ...parameters, ...after, limit: limit + 1 };
  const { rows, isLate } = await db.late(principal, list.statement, asked, fromPrimary);
  return toPage(rows, limit, (last) => encode(sortKeyOf(list, last), isLate));
}

/** A list below each of several parents: their first pages are read in one statement, further ones by the list itself. */
export interface NestedListDefinition<Filters extends Parameters, At extends Position, Row> {
  /** Reads one parent's rows, and owns the cursors. */
  readonly list: ListDefinition<never, At, Row>;
  /** Answers of each parent at most `limit` rows, in the list's order. */
  readonly statement: Statement<Filters & { readonly limit: number }, Row>;
  /** The filter of `list` that names the parent. */
  readonly parentFilter: string;
  parentOf(row: Row): string;
}

/**
 * The first page of each parent's list, from the primary as the parents are, in the order of `parentIds`. A parent that is not there has an empty one: whoever
 * resolved it has seen to that.
 *
 * @param filters - as for `readPage`, but for the parent's: a page's cursor is one of the list itself.
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

/** A cursor is signed: what it holds is a position that this list gave out. */
function positionFrom<At extends Position>(names: readonly string[], key: SortKey): At {
  return Object.fromEntries(names.map((name, index) => [name, key[index] ?? ''])) as At;
}

function withNulls(filters: Readonly<Record<string, string | null | undefined>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? null]));
}

/** Sorts after every ULID: where a list that runs from the newest id begins. */
export const AFTER_EVERY_ID = '8';

/** Sorts after every date: where a list that runs from the latest date begins. */
export const AFTER_EVERY_DATE = 'infinity';

/** Where a list by id begins, and where its rows stand: ids are ULIDs, so that their order is the order of creation. */
export const NEWEST_FIRST = {
  start: { afterId: AFTER_EVERY_ID },
  positionOf: ({ id }: { readonly id: string }) => ({ afterId: id }),
};

interface MergedRows {
  /** A SELECT of one organization's rows, named by `organization.id`, after the position; without ORDER BY and LIMIT. */
  readonly rows: string;
  /** ORDER BY of that SELECT, in its own columns: the order of an index that begins with the organization. */
  readonly order: string;
  /** The same order in the names that the SELECT gives out. */
  readonly mergedOrder: string;
  readonly limit: string;
  readonly scope: (column: string) => string;
}

/**
 * One page across all organizations of the caller: each organization's rows come from its own index range, `limit` of each
 * are merged. So a page costs the same wherever it lies, and a caller with one organization pays for one.
 */
export function mergedAcrossOrganizations({ rows, order, mergedOrder, limit, scope }: MergedRows): string {
  return `
    select page.* from organization
    cross join lateral (${rows} order by ${order} limit ${limit}) page
    where ${scope('organization.id')}
    order by ${mergedOrder} limit ${limit}`;
}

/**
 * Rows of `organization.id` with ids before `afterId`, in the words that make Postgres take the index (organization_id, id):
 * with the plain conditions it may walk the primary key instead, through every other organization's rows.
 */
export function idRange(alias: string, afterId: string): string {
  return `${alias}.organization_id = organization.id
    and (${alias}.organization_id, ${alias}.id) < (organization.id, ${afterId}::text)`;
}

/** ORDER BY that goes with `idRange`. */
export function newestIdFirst(alias: string): string {
  return `${alias}.organization_id desc, ${alias}.id desc`;
}
