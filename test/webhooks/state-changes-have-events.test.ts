import { parse } from 'libpg-query';
import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../core/contract/event-types.js';
import { productStatements } from '../support/product-statements.js';

/** Tables with states that clients would poll for, and the column. */
const STATES: Readonly<Record<string, string>> = {
  collected_payment: 'status',
  autopay_run: 'status',
  autopay_schedule: 'status',
  account: 'status_code',
  payment_method: 'is_active',
  dispute: 'status',
  loan_system: 'is_reachable',
};

/** Statements that write such a state without an event, with the reason. */
const SILENT: Readonly<Record<string, string>> = {
  'loan_system.turn': 'the next statement of the same transaction writes the event for the organization',
  'collected_payment.insert_pending': 'no response was sent yet: the request is in progress',
  'reversal.insert': 'the request is in progress, and its response reports the state',
  'reversal.withdraw': 'as if the reversal had never been requested',
  'autopay_run.lease': 'a run in progress; no client waits for an event',
  'autopay_run.insert_set': 'a run in progress; no client waits for an event',
  'autopay_schedule.insert_one_time': 'the plan of a one-time charge is no schedule; its run has the events',
  'autopay_run.settle_set': 'charged, but not posted yet: still in progress',
  'sync.upsert_account_set': 'the same for several loans as the next one',
  'sync.upsert_account': 'a loan read for the first time is history; the projection writes later statuses',
  'ledger_boarding.write_loans': 'a boarded portfolio is history',
  'demo.insert.': 'history',
};

const silent = (name: string) =>
  Object.keys(SILENT).some((known) => name === known || (known.endsWith('.') && name.startsWith(known)));

it('every statement that writes a state which clients poll for also writes an event, or has a documented reason', async () => {
  const missing: string[] = [];
  let recorded = 0;
  for (const { name, forAllowlist } of productStatements()) {
    const writes = [...nodesOf(await parse(forAllowlist.text))];
    if (!writes.some(writesState)) continue;
    if (writes.some(({ kind, node }) => kind === 'InsertStmt' && tableOf(node) === 'event')) recorded += 1;
    else if (!silent(name)) missing.push(name);
  }
  expect(missing).toEqual([]);
  expect(recorded).toBeGreaterThan(15);
});

/** Event types that a statement takes as a parameter, with the function that gives them. */
const AS_PARAMETER: Readonly<Record<string, string>> = {
  'webhook_endpoint.failing': 'countFailure',
  'webhook_endpoint.disabled': 'insertDisabledEvents',
  'webhook_endpoint.test': 'sendTestEvent',
};

it('every event type is written by a statement', () => {
  const writing = productStatements()
    .map(({ forAllowlist }) => forAllowlist.text)
    .filter((text) => /insert into event\b/.test(text));
  const isWritten = (type: string) => {
    const [object = '', change = ''] = type.split('.');
    const isMade = (text: string) => text.includes(`'${object}.' ||`) && text.includes(`'${change}'`);
    return writing.some((text) => text.includes(`'${type}'`) || isMade(text));
  };
  expect(EVENT_TYPES.filter((type) => !isWritten(type))).toEqual(Object.keys(AS_PARAMETER));
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
