import type { CopiedValue } from '../../../core/db/copy-text.js';
import { bulkId } from './bulk-ids.js';
import {
  type BulkAccount,
  type BulkOrganization,
  DAY_MS,
  dateOf,
  SPAN_DAYS,
  TERM_MONTHS,
} from './organizations-and-accounts.js';

type Row = readonly CopiedValue[];

/** A table's columns and its rows, generated one after the other. */
export interface CopiedTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<Row>;
}

/** The sandbox stores their loans, so that it can post to them. */
const LOAN_SYSTEM = 'sandbox';
const SCENARIO = 'SBX-POSTS';

/** Everything except the transactions, in the order that foreign keys require. */
export function accountTables(
  organizations: readonly BulkOrganization[],
  accounts: readonly BulkAccount[],
  nowMs: number,
): readonly CopiedTable[] {
  const openedAt = ({ openedAtMs }: BulkAccount) => new Date(openedAtMs).toISOString();
  return [
    {
      table: 'organization',
      columns: ['id', 'display_name', 'legal_name', 'dba_name'],
      rows: map(organizations, ({ id, name }) => [id, name, `${name} LLC`, name]),
    },
    {
      table: 'person',
      columns: ['id', 'organization_id', 'display_name', 'email', 'created_at'],
      rows: map(accounts, (account) => [
        ...[account.personId, account.organizationId, `Borrower ${account.number}`],
        ...[`borrower.${account.number}@example.com`, openedAt(account)],
      ]),
    },
    {
      table: 'sandbox_loan',
      columns: ['id', 'organization_id', 'scenario', 'status', 'payoff_cents'],
      rows: map(accounts, (account) => [
        ...[loanId(account), account.organizationId, SCENARIO, statusOf(account), account.balanceCents],
      ]),
    },
    { table: 'account', columns: ACCOUNT_COLUMNS, rows: map(accounts, (account) => accountRow(account, nowMs)) },
    {
      table: 'account_borrower',
      columns: ['organization_id', 'account_id', 'person_id', 'role'],
      rows: map(accounts, (account) => [account.organizationId, account.id, account.personId, 'primary']),
    },
    {
      table: 'lifecycle_event',
      columns: ['id', 'organization_id', 'account_id', 'type', 'from_status', 'to_status', 'occurred_at'],
      rows: lifecycleRows(accounts, nowMs),
    },
    { table: 'past_due_snapshot', columns: SNAPSHOT_COLUMNS, rows: snapshotRows(accounts, nowMs) },
  ];
}

const ACCOUNT_COLUMNS = [
  ...['id', 'organization_id', 'loan_system_code', 'external_id', 'primary_borrower_party_id'],
  ...['external_contract_number', 'external_account_number', 'current_balance_cents', 'status_code', 'originated_on'],
  ...['first_due_on', 'maturity_on', 'original_principal_cents', 'scheduled_payment_cents', 'annual_rate'],
  ...['term_months', 'charged_off_on', 'created_at', 'next_due_sort_on', 'past_due_cents', 'oldest_unpaid_on'],
];

function accountRow(account: BulkAccount, nowMs: number): Row {
  const { openedAtMs, chargedOffOn } = account;
  return [
    ...[account.id, account.organizationId, LOAN_SYSTEM, loanId(account), account.personId],
    ...[`BULK-${account.number}`, String(account.number), account.balanceCents, statusOf(account), dateOf(openedAtMs)],
    ...[dueOn(openedAtMs, 1), dueOn(openedAtMs, TERM_MONTHS), account.originalCents, account.installmentCents],
    ...[(account.annualRateBps / 100).toFixed(2), TERM_MONTHS, account.chargedOffOn],
    new Date(openedAtMs).toISOString(),
    chargedOffOn === null ? dueOn(openedAtMs, monthsSince(openedAtMs, nowMs) + 1) : 'infinity',
    ...pastDue(account, nowMs),
  ];
}

/** The amount past due and the oldest unpaid due date, as in the latest snapshot. */
function pastDue(account: BulkAccount, nowMs: number): readonly [cents: number, since: string | null] {
  const { behind, installmentCents, balanceCents, chargedOffOn } = account;
  if (chargedOffOn !== null || behind === 0) return [0, null];
  return [Math.min(behind * installmentCents, balanceCents), oldestUnpaid(account, nowMs)];
}

function* lifecycleRows(accounts: readonly BulkAccount[], nowMs: number): Generator<Row> {
  for (const account of accounts) {
    const { id, organizationId, openedAtMs } = account;
    const event = (type: string, from: string, to: string, atMs: number): Row => [
      ...[bulkId(atMs), organizationId, id, type, from, to, new Date(atMs).toISOString()],
    ];
    yield event('opened', 'pending', 'active', openedAtMs);
    if (account.chargedOffOn !== null) {
      yield event('charged_off', 'active', 'charged_off', Date.parse(account.chargedOffOn) + DAY_MS);
    } else if (account.behind > 0) {
      yield event('delinquent', 'active', 'delinquent', Date.parse(oldestUnpaid(account, nowMs)) + DAY_MS);
    }
  }
}

const SNAPSHOT_COLUMNS = [
  ...['organization_id', 'account_id', 'as_of', 'status_code', 'balance_cents', 'past_due_cents'],
  ...['oldest_unpaid_on', 'next_due_on', 'next_due_cents'],
];

/** One per month, when the next installment becomes visible; for past-due loans, since they are past due. */
function* snapshotRows(accounts: readonly BulkAccount[], nowMs: number): Generator<Row> {
  for (const account of accounts) {
    const { organizationId, id, openedAtMs, installmentCents, behind, chargedOffOn } = account;
    const last = monthsSince(openedAtMs, nowMs);
    const first = Math.max(1, last - Math.floor(SPAN_DAYS / 30));
    for (let month = first; month <= last; month += 1) {
      const asOf = dateOf(Date.parse(dueOn(openedAtMs, month)) + DAY_MS);
      const isChargedOff = chargedOffOn !== null && asOf >= chargedOffOn;
      const missed = isChargedOff ? 0 : Math.max(0, behind - (last - month));
      const isLate = missed > 0;
      const started = Math.max(0, account.originalCents - account.balanceCents) * ((last - month) / TERM_MONTHS);
      const balance = Math.round(account.balanceCents + started);
      yield [
        ...[organizationId, id, asOf, isChargedOff ? 'charged_off' : isLate ? 'delinquent' : 'active', balance],
        ...[isLate ? Math.min(missed * installmentCents, balance) : 0],
        ...[isLate ? dueOn(openedAtMs, month - missed + 1) : null],
        ...(isChargedOff ? [null, null] : [dueOn(openedAtMs, month + 1), Math.min(installmentCents, balance)]),
      ];
    }
  }
}

function statusOf({ chargedOffOn, behind }: BulkAccount): string {
  if (chargedOffOn !== null) return 'charged_off';
  return behind > 0 ? 'delinquent' : 'active';
}

function oldestUnpaid({ openedAtMs, behind }: BulkAccount, nowMs: number): string {
  return dueOn(openedAtMs, monthsSince(openedAtMs, nowMs) - behind + 1);
}

/** The nth due date: every thirty days, which is close enough to months for tens of thousands of loans. */
function dueOn(openedAtMs: number, installment: number): string {
  return dateOf(openedAtMs + installment * 30 * DAY_MS);
}

function monthsSince(openedAtMs: number, nowMs: number): number {
  return Math.floor((nowMs - openedAtMs) / (30 * DAY_MS));
}

function loanId({ id }: BulkAccount): string {
  return `bulk-${id}`;
}

function* map<T>(values: Iterable<T>, row: (value: T) => Row): Generator<Row> {
  for (const value of values) yield row(value);
}
