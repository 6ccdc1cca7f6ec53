import { parse } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { ORGANIZATION_SCOPE } from '../../core/db/organization-scope.js';
import { TABLES } from '../../prisma/client/rows.js';
import { productStatements } from '../support/product-statements.js';

/*
 * Statements that an engine which distributes rows by organization would refuse, as far as their text shows it. `npm
 * run bench -- citus` runs every statement on Citus, but takes minutes and needs a server with Citus. Problems that only a
 * planner finds (subqueries that it cannot send to the rows' node) are left to that bench.
 */

/** Tables whose rows belong to organizations. */
const TENANT_TABLES: ReadonlySet<string> = new Set(
  Object.entries(ORGANIZATION_SCOPE).flatMap(([model, rule]) =>
    'column' in rule ? Object.entries(TABLES).flatMap(([name, { table }]) => (name === model ? [table] : [])) : [],
  ),
);
const CLOCKS: ReadonlySet<string> = new Set(['now', 'clock_timestamp', 'statement_timestamp']);

/** The demo's rows are inserted before any request is served, by a separate command. */
const DEMO = 'demo.insert.';

type Tree = Readonly<Record<string, unknown>>;

describe.each(productStatements().map((statement) => [statement.name, statement] as const))('%s', (_, statement) => {
  it('is accepted by an engine that distributes rows by organization', async () => {
    const isAbove = statement.unscoped !== undefined && !statement.name.startsWith(DEMO);
    expect(await wrongWith(statement.forAllowlist.text, isAbove)).toEqual([]);
  });
});

describe('the test itself', () => {
  it.each([
    [
      'select id from workspace w where w.id = $1 and w.organization_id = any($2) for update',
      /locks rows of workspace/,
    ],
    ['select w.id from workspace w where w.organization_id = any($1) or w.organization_id = $2 for share', /locks/],
    ['update autopay_run set status = $1 where id = $2 returning lease_until::text', /RETURNING/],
    ['update account set synced_at = case when $1 then now() end where id = $2', /clock/],
    ['update autopay_run set lease_until = null where lease_until < clock_timestamp()', /clock_timestamp/],
    ['insert into suppression (reason) values ($1) on conflict (address) do update set created_at = now()', /clock/],
  ])('finds the problem in: %s', async (text, sentence) => {
    expect((await wrongWith(text, false)).join()).toMatch(sentence);
  });

  it('finds a write of rows of several organizations', async () => {
    expect((await wrongWith('insert into suppression (address) values ($1)', true)).join()).toMatch(/several/);
  });

  it('accepts a lock that names its organization', async () => {
    const text = 'select w.id from workspace w where w.id = $1 and w.organization_id = $2 for update';
    expect(await wrongWith(text, false)).toEqual([]);
  });
});

/** One sentence for each problem. */
async function wrongWith(text: string, isUnscoped: boolean): Promise<readonly string[]> {
  const all = [...nodesOf(await parse(text))];
  const writes = all
    .filter(({ kind }) => kind === 'InsertStmt' || kind === 'UpdateStmt' || kind === 'DeleteStmt')
    // The job queue's tables, in a separate schema, stay on the coordinator.
    .filter(({ node }) => memberOf(node['relation'], 'schemaname') === undefined);
  const inserted = writes.flatMap(({ kind, node }) =>
    kind === 'InsertStmt' ? [String(memberOf(node['relation'], 'relname'))] : [],
  );
  return [
    ...all.filter(({ kind }) => kind === 'SelectStmt').flatMap(({ node }) => wrongLocks(node)),
    ...inserted
      .filter((table) => isUnscoped && TENANT_TABLES.has(table))
      .map(
        (table) =>
          `it is unscoped and inserts into ${table}, rows of several organizations: insert one organization's at a time`,
      ),
    ...writes
      .filter(({ kind, node }) => kind !== 'InsertStmt' && has(node['returningClause'], isComputed))
      .map(() => 'RETURNING casts or calls: return the column, and convert it in a select around the write'),
    ...writes
      .filter(({ kind, node }) => kind === 'UpdateStmt' && has(node['targetList'], isClockInCondition))
      .map(() => 'a clock within case or coalesce: add a zero interval to it, or write a second statement'),
    ...writes
      .filter(
        ({ kind, node }) => kind === 'UpdateStmt' && TENANT_TABLES.has(String(memberOf(node['relation'], 'relname'))),
      )
      .filter(({ node }) => has(node, isMovingClock))
      .map(() => 'it updates by clock_timestamp(), which each node would read: now() is read once'),
    ...writes
      .filter(({ node }) => has(node['onConflictClause'], isClock))
      .map(() => 'a clock behind ON CONFLICT: take it from excluded'),
  ];
}

/** Rows of organizations are locked on one node at a time: the organization is named, by value. */
function wrongLocks(select: Tree): readonly string[] {
  const clauses = listOf(select['lockingClause']);
  if (clauses.length === 0) return [];
  const named = clauses.flatMap((clause) => [...nodesOf(memberOf(memberOf(clause, 'LockingClause'), 'lockedRels'))]);
  const only = named.filter(({ kind }) => kind === 'RangeVar').map(({ node }) => String(node['relname']));
  const tables = listOf(select['fromClause']).flatMap((item) => tablesIn(item));
  const locked = tables.filter(({ alias }) => only.length === 0 || only.includes(alias));
  return locked
    .filter(({ table }) => TENANT_TABLES.has(table))
    .filter(({ table, alias }) => {
      const column = table === 'organization' ? 'id' : 'organization_id';
      return !namesByValue(select['whereClause'], column, alias, tables.length === 1);
    })
    .map(
      ({ table }) => `it locks rows of ${table} without its organization by value: find it first (core/db/row-key.ts)`,
    );
}

/** Tables of a FROM item, not those within its subqueries. */
function tablesIn(item: unknown): readonly { readonly table: string; readonly alias: string }[] {
  const join = memberOf(item, 'JoinExpr');
  if (join !== undefined) return [...tablesIn(memberOf(join, 'larg')), ...tablesIn(memberOf(join, 'rarg'))];
  const table = memberOf(memberOf(item, 'RangeVar'), 'relname');
  if (typeof table !== 'string') return [];
  const alias = memberOf(memberOf(memberOf(item, 'RangeVar'), 'alias'), 'aliasname');
  return [{ table, alias: typeof alias === 'string' ? alias : table }];
}

/** Whether one of the conditions that all hold is `alias.column = $n`. */
function namesByValue(condition: unknown, column: string, alias: string, isAlone: boolean): boolean {
  const both = memberOf(condition, 'BoolExpr');
  if (both !== undefined)
    return (
      memberOf(both, 'boolop') === 'AND_EXPR' &&
      listOf(memberOf(both, 'args')).some((one) => namesByValue(one, column, alias, isAlone))
    );
  const comparison = memberOf(condition, 'A_Expr');
  if (memberOf(comparison, 'kind') !== 'AEXPR_OP' || !has(memberOf(comparison, 'name'), isText('='))) return false;
  const path = listOf(memberOf(memberOf(memberOf(comparison, 'lexpr'), 'ColumnRef'), 'fields'));
  const names = path.map((part) => memberOf(memberOf(part, 'String'), 'sval'));
  const isColumn = names.at(-1) === column && (names.length === 1 ? isAlone : names[0] === alias);
  return isColumn && has(memberOf(comparison, 'rexpr'), ({ kind }) => kind === 'ParamRef');
}

interface Found {
  readonly kind: string;
  readonly node: Tree;
}

function isComputed({ kind }: Found): boolean {
  return kind === 'TypeCast' || kind === 'FuncCall' || kind === 'SubLink';
}

function isClock({ kind, node }: Found): boolean {
  return kind === 'FuncCall' && [...CLOCKS].some((name) => has(node['funcname'], isText(name)));
}

function isMovingClock({ kind, node }: Found): boolean {
  return kind === 'FuncCall' && has(node['funcname'], isText('clock_timestamp'));
}

function isClockInCondition({ kind, node }: Found): boolean {
  return (kind === 'CaseExpr' || kind === 'CoalesceExpr') && has(node, isClock);
}

function isText(text: string): (found: Found) => boolean {
  return ({ kind, node }) => kind === 'String' && node['sval'] === text;
}

function has(tree: unknown, isIt: (found: Found) => boolean): boolean {
  return [...nodesOf(tree)].some(isIt);
}

/** Every node below, by its kind. */
function* nodesOf(tree: unknown): Generator<Found> {
  if (Array.isArray(tree)) for (const one of tree) yield* nodesOf(one);
  if (!isTree(tree)) return;
  for (const [kind, node] of Object.entries(tree)) {
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
