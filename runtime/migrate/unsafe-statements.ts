import { type AlterTableCmd, type ColumnDef, type Constraint, type IndexStmt, type Node, parse } from 'libpg-query';
import { indexStep } from './apply.js';
import type { Migration } from './migrations-folder.js';

/** Problems of the migrations, one sentence each; the first migration created the tables and may do anything. */
export async function unsafeStatements(
  migrations: readonly Pick<Migration, 'name' | 'sql'>[],
): Promise<readonly string[]> {
  const validated = new Set<string>();
  const harm: string[] = [];
  for (const [position, { name, sql }] of migrations.entries()) {
    const file = await read(sql, validated);
    for (const column of file.validates) validated.add(column);
    if (position > 0) harm.push(...file.harm.map((sentence) => `${name}: ${sentence}`));
  }
  return harm;
}

interface ReadFile {
  readonly harm: readonly string[];
  /** `table.constraint`. */
  readonly validates: readonly string[];
}

/**
 * One migration while it is read. Tables that it creates itself have no rows and no readers, so it may do anything with
 * them.
 */
interface Reading {
  readonly sql: string;
  readonly isAlone: boolean;
  readonly ownTables: ReadonlySet<string>;
  readonly validated: ReadonlySet<string>;
  readonly validates: string[];
  readonly altered: Set<string>;
  readonly harm: string[];
}

async function read(sql: string, validated: ReadonlySet<string>): Promise<ReadFile> {
  const nodes = ((await parse(sql)).stmts ?? []).flatMap(({ stmt }) => stmt ?? []);
  const ownTables = new Set(
    nodes.flatMap((node) => ('CreateStmt' in node ? (node.CreateStmt.relation?.relname ?? []) : [])),
  );
  const reading: Reading = {
    sql,
    isAlone: nodes.length === 1,
    ownTables,
    validated,
    validates: [],
    altered: new Set(),
    harm: [],
  };
  for (const node of nodes) readStatement(node, reading);
  if (reading.altered.size > 1) {
    const tables = [...reading.altered].join(' and ');
    reading.harm.push(
      `${tables} are locked one after the other, each while waiting for the next: use one file per table`,
    );
  }
  return reading;
}

const HARMLESS = [
  'CreateStmt',
  'CreateSchemaStmt',
  'CreateEnumStmt',
  'AlterEnumStmt',
  'CreateSeqStmt',
  'CommentStmt',
  'GrantStmt',
  'AlterDefaultPrivilegesStmt',
  'CreateFunctionStmt',
];

function readStatement(node: Node, reading: Reading): void {
  const { harm, ownTables } = reading;
  if ('IndexStmt' in node) {
    readIndex(node.IndexStmt, reading);
  } else if ('AlterTableStmt' in node) {
    const table = node.AlterTableStmt.relation?.relname ?? '';
    if (ownTables.has(table)) return;
    reading.altered.add(table);
    for (const cmd of node.AlterTableStmt.cmds ?? []) {
      if ('AlterTableCmd' in cmd) readAlteration(table, cmd.AlterTableCmd, reading);
    }
  } else if ('CreateTrigStmt' in node) {
    // A brief lock, as for ADD COLUMN. The trigger must not refuse writes of the previous version; its author is
    // responsible for that.
    const table = node.CreateTrigStmt.relation?.relname ?? '';
    if (!ownTables.has(table)) reading.altered.add(table);
  } else if ('DropStmt' in node) {
    if (node.DropStmt.removeType !== 'OBJECT_INDEX')
      harm.push('the dropped object is still used by the previous version, which runs beside this one');
    else if (indexStep(reading.sql) === undefined || !reading.isAlone) {
      harm.push('drop an index with DROP INDEX CONCURRENTLY IF EXISTS, alone in its file');
    }
  } else if ('RenameStmt' in node) {
    harm.push(
      'the renamed object is still used under its old name by the previous version, which runs beside this one',
    );
  } else if ('UpdateStmt' in node || 'DeleteStmt' in node || 'TruncateStmt' in node || 'MergeStmt' in node) {
    harm.push(
      'change rows with a backfill (runtime/migrate/backfills.ts): a migration would lock them until the last one is done',
    );
  } else if ('InsertStmt' in node) {
    const source = node.InsertStmt.selectStmt;
    if (source !== undefined && 'SelectStmt' in source && source.SelectStmt.valuesLists === undefined) {
      harm.push('copy rows with a backfill (runtime/migrate/backfills.ts), in batches');
    }
  } else if ('TransactionStmt' in node) {
    harm.push('a file is already one transaction: it must not begin or end one');
  } else if (!HARMLESS.some((kind) => kind in node)) {
    harm.push(
      `${Object.keys(node).join()} is not on the list of safe statements (runtime/migrate/unsafe-statements.ts)`,
    );
  }
}

function readIndex(index: IndexStmt, { sql, isAlone, ownTables, harm }: Reading): void {
  const table = index.relation?.relname ?? '';
  if (index.concurrent !== true) {
    if (!ownTables.has(table))
      harm.push(`an index on ${table} blocks its writes until it is built: use CREATE INDEX CONCURRENTLY`);
  } else if (index.if_not_exists === true) {
    harm.push('IF NOT EXISTS would accept an invalid index left by an earlier try');
  } else if (!isAlone || indexStep(sql) === undefined) {
    harm.push(
      'CREATE INDEX CONCURRENTLY cannot run in a transaction: it must be alone in its file, and name the index without a schema',
    );
  }
}

function readAlteration(table: string, cmd: AlterTableCmd, { isAlone, validated, validates, harm }: Reading): void {
  const column = `${table}.${cmd.name ?? ''}`;
  switch (cmd.subtype) {
    case 'AT_AddColumn':
      if (cmd.def !== undefined && 'ColumnDef' in cmd.def) harm.push(...harmOfColumn(table, cmd.def.ColumnDef));
      return;
    case 'AT_AddConstraint':
      if (cmd.def !== undefined && 'Constraint' in cmd.def) harm.push(...harmOfConstraint(table, cmd.def.Constraint));
      return;
    case 'AT_ValidateConstraint':
      validates.push(column);
      if (!isAlone)
        harm.push(
          'VALIDATE CONSTRAINT reads the whole table: it must be alone in its file, so that it holds no other lock',
        );
      return;
    case 'AT_SetNotNull':
      if (!validated.has(`${table}.${table}_${cmd.name}_present`)) {
        harm.push(
          `SET NOT NULL reads all of ${table} under an exclusive lock: first add a constraint ${table}_${cmd.name}_present CHECK (${cmd.name} IS NOT NULL) NOT VALID, then VALIDATE it in a separate file`,
        );
      }
      return;
    case 'AT_AlterColumnType':
      harm.push(
        `a new type for ${column} may rewrite all of ${table} under an exclusive lock, and breaks the previous version: add a column instead`,
      );
      return;
    case 'AT_DropColumn':
      harm.push(`${column} is still used by the previous version, which runs beside this one`);
      return;
    case 'AT_ColumnDefault':
    case 'AT_DropNotNull':
    case 'AT_DropConstraint':
    case 'AT_SetStatistics':
    case 'AT_SetRelOptions':
      return;
    default:
      harm.push(`${cmd.subtype} on ${table} is not on the list of safe changes (runtime/migrate/unsafe-statements.ts)`);
  }
}

/** Functions with the same value for every row, so that Postgres stores the default once. */
const SAME_FOR_ALL = ['now', 'transaction_timestamp', 'statement_timestamp', 'current_setting'];

function harmOfColumn(table: string, { colname, constraints = [], typeName }: ColumnDef): readonly string[] {
  const harm: string[] = [];
  const name = `${table}.${colname}`;
  const all = constraints.flatMap((node) => ('Constraint' in node ? node.Constraint : []));
  const given = all.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  if (all.some(({ contype }) => contype === 'CONSTR_NOTNULL') && given === undefined) {
    harm.push(
      `${name} is NOT NULL without a DEFAULT: existing rows, and those of the previous version, have no value for it`,
    );
  }
  const isSerial = JSON.stringify(typeName ?? null).includes('serial');
  if (isSerial || (given !== undefined && functionsIn(given).some((called) => !SAME_FOR_ALL.includes(called)))) {
    harm.push(`the DEFAULT of ${name} differs for each row: all of ${table} is rewritten under an exclusive lock`);
  }
  if (all.some(({ contype }) => contype === 'CONSTR_GENERATED' || contype === 'CONSTR_IDENTITY')) {
    harm.push(`${name} is computed for each row: all of ${table} is rewritten under an exclusive lock`);
  }
  const further = ['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY'];
  if (all.some(({ contype }) => further.includes(contype ?? ''))) {
    harm.push(`add the constraint on ${name} separately, with ADD CONSTRAINT … NOT VALID or USING INDEX`);
  }
  return harm;
}

function harmOfConstraint(
  table: string,
  { contype, conname, skip_validation, indexname }: Constraint,
): readonly string[] {
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') {
    return indexname === undefined
      ? [
          `${conname} builds its index under an exclusive lock on ${table}: use CREATE UNIQUE INDEX CONCURRENTLY, then ADD CONSTRAINT … USING INDEX`,
        ]
      : [];
  }
  if (skip_validation === true) return [];
  return [
    `${conname} reads all of ${table} while it blocks writes: use ADD CONSTRAINT … NOT VALID, then VALIDATE CONSTRAINT in a separate file`,
  ];
}

/** The names of all functions that an expression calls. */
function functionsIn(expression: unknown): readonly string[] {
  if (expression === null || typeof expression !== 'object') return [];
  return Object.entries(expression).flatMap(([key, value]) => {
    const inner = functionsIn(value);
    return key === 'FuncCall' ? [...inner, nameOf(value)] : inner;
  });
}

function nameOf(call: { readonly funcname?: readonly Node[] }): string {
  const last = call.funcname?.at(-1);
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
}
