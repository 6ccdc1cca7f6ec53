import { parse } from 'libpg-query';

/** How a statement uses a table; `holds` is a lock on rows that are only read. */
export type Verb = 'reads' | 'holds' | 'writes';

export interface Access {
  readonly verb: Verb;
  readonly table: string;
}

type Tree = Readonly<Record<string, unknown>>;

interface Found {
  readonly kind: string;
  readonly node: Tree;
}

/** A statement's strongest use of each table. Names defined by WITH are not tables, unless they are written to. */
export async function accessesOf(text: string): Promise<readonly Access[]> {
  const all = [...nodesOf(await parse(text))];
  const named = new Set(namesAmong(all));
  const found = new Map<string, Verb>();
  const note = (verb: Verb, tables: readonly string[]) => {
    for (const table of tables) found.set(table, verb);
  };
  const read = all.flatMap(({ kind, node }) => (kind === 'RangeVar' ? ownTable(node) : []));
  const locked = all.flatMap(({ kind, node }) => (kind === 'SelectStmt' ? lockedTables(node) : []));
  note(
    'reads',
    read.filter((table) => !named.has(table)),
  );
  note(
    'holds',
    locked.filter((table) => !named.has(table)),
  );
  note(
    'writes',
    all.flatMap(({ kind, node }) => (WRITES.has(kind) ? ownTable(memberOf(node, 'relation')) : [])),
  );
  return [...found].map(([table, verb]) => ({ verb, table }));
}

/** Names that WITH gives to parts of a statement. */
export async function namesWithin(text: string): Promise<readonly string[]> {
  return namesAmong([...nodesOf(await parse(text))]);
}

function namesAmong(all: readonly Found[]): readonly string[] {
  return all.flatMap(({ kind, node }) => (kind === 'CommonTableExpr' ? [String(node['ctename'])] : []));
}

const WRITES: ReadonlySet<string> = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** The job queue's tables are in their own schema. */
function ownTable(relation: unknown): readonly string[] {
  const table = memberOf(relation, 'relname');
  return typeof table === 'string' && memberOf(relation, 'schemaname') === undefined ? [table] : [];
}

function lockedTables(select: Tree): readonly string[] {
  const clauses = listOf(select['lockingClause']).map((clause) => memberOf(clause, 'LockingClause'));
  if (clauses.length === 0) return [];
  const only = clauses.flatMap((clause) =>
    listOf(memberOf(clause, 'lockedRels')).flatMap((item) => ownTable(memberOf(item, 'RangeVar'))),
  );
  const tables = listOf(select['fromClause']).flatMap((item) => tablesIn(item));
  return tables.filter(({ alias }) => only.length === 0 || only.includes(alias)).map(({ table }) => table);
}

/** Tables of a FROM item, without those in its subqueries. */
function tablesIn(item: unknown): readonly { readonly table: string; readonly alias: string }[] {
  const join = memberOf(item, 'JoinExpr');
  if (join !== undefined) return [...tablesIn(memberOf(join, 'larg')), ...tablesIn(memberOf(join, 'rarg'))];
  const relation = memberOf(item, 'RangeVar');
  const alias = memberOf(memberOf(relation, 'alias'), 'aliasname');
  return ownTable(relation).map((table) => ({ table, alias: typeof alias === 'string' ? alias : table }));
}

/** All nodes below, by kind; without the aliases that a lock names. */
function* nodesOf(tree: unknown): Generator<Found> {
  if (Array.isArray(tree)) for (const one of tree) yield* nodesOf(one);
  if (!isTree(tree)) return;
  for (const [kind, node] of Object.entries(tree)) {
    if (kind === 'lockingClause') continue;
    if (isTree(node)) yield { kind, node };
    yield* nodesOf(node);
  }
}

function memberOf(tree: unknown, name: string): unknown {
  return isTree(tree) ? tree[name] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
