import { parse } from 'libpg-query';
import { expect, it } from 'vitest';
// The composition roots: whatever they reach has registered its statements.
import '../../runtime/demo/seed-demo.js';
import { createProgram } from '../../cli/program.js';
import '../../runtime/running/serve.js';
import '../../runtime/running/start.js';
import { productStatements } from '../support/product-statements.js';

await createProgram();

/** Where states are kept that clients would poll for, and in which column. */
const STATES: Readonly<Record<string, string>> = {
  collected_payment: 'status',
  autopay_run: 'status',
  autopay_schedule: 'status',
  account: 'status_code',
  payment_method: 'is_active',
  dispute: 'status',
  loan_system: 'is_reachable',
};

/** Statements that write such a state and tell nobody, with the reason. */
const SILENT: Readonly<Record<string, string>> = {
  'loan_system.turn': 'its event is the next statement of the same transaction, at the one organization whose it is',
  'collected_payment.insert_pending': 'nobody has been answered yet: the request is under way',
  'reversal.insert': 'the request that asks for it is under way, and is answered',
  'reversal.withdraw': 'as if the reversal had never been asked for',
  'autopay_run.lease': 'a run that goes on; nobody waits for word of it',
  'sync.upsert_account': 'a loan that is read for the first time is history; later statuses are the projection’s',
  'ledger_boarding.write_loans': 'a portfolio that is boarded is history',
  'demo.insert.': 'history',
};

const silent = (name: string) =>
  Object.keys(SILENT).some((known) => name === known || (known.endsWith('.') && name.startsWith(known)));

it('every statement that writes a state which clients poll for tells of it, or there is a reason why not', async () => {
  const untold: string[] = [];
  let told = 0;
  for (const { name, forAllowlist } of productStatements()) {
    const writes = [...nodesOf(await parse(forAllowlist.text))];
    if (!writes.some(writesState)) continue;
    if (writes.some(({ kind, node }) => kind === 'InsertStmt' && tableOf(node) === 'event')) told += 1;
    else if (!silent(name)) untold.push(name);
  }
  expect(untold).toEqual([]);
  expect(told).toBeGreaterThan(15);
});

interface Found {
  readonly kind: string;
  readonly node: object;
}

function writesState({ kind, node }: Found): boolean {
  if (kind !== 'InsertStmt' && kind !== 'UpdateStmt') return false;
  const column = STATES[tableOf(node)];
  if (column === undefined) return false;
  const targets = kind === 'InsertStmt' ? memberOf(node, 'cols') : memberOf(node, 'targetList');
  return [...nodesOf(targets)].some((one) => one.kind === 'ResTarget' && memberOf(one.node, 'name') === column);
}

const tableOf = (node: object) => String(memberOf(memberOf(node, 'relation'), 'relname'));

function memberOf(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
}

function* nodesOf(node: unknown): Generator<Found> {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one);
  else if (typeof node === 'object' && node !== null) {
    for (const [kind, inner] of Object.entries(node)) {
      if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) yield { kind, node: inner };
      yield* nodesOf(inner);
    }
  }
}
