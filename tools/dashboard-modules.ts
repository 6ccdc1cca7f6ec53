import { AGING_BUCKETS } from '../core/contract/aging-buckets-and-adjusted-components.js';
import { BOARDING_STATUSES } from '../core/contract/boarding-statuses.js';
import { DELIVERY_FAILURES } from '../core/contract/delivery-failures.js';
import { EVENT_OBJECTS, EVENT_TYPES } from '../core/contract/event-types.js';
import { DIFFERENCE_KINDS, EXCEPTION_KINDS } from '../core/contract/exception-kinds.js';
import { LEDGER_ACCOUNT_NAMES } from '../core/contract/ledger-accounts.js';
import { LEDGER_ENTRY_TYPES } from '../core/contract/ledger-entry-types.js';
import { PAYMENT_BATCH_STOPS } from '../core/contract/payment-batch.js';
import { ADVANCE_STOP_REASONS } from '../core/contract/test-clock.js';
import { postgresType } from '../core/db/sql-types.js';
import { CATALOGUE } from '../core/errors/catalogue.js';
import { OPERATOR_ROLES } from '../core/principal/roles.js';
import { SCOPES } from '../core/principal/scopes.js';
import { SIGN_IN_PROBLEMS } from '../gateway/dashboard/oidc-sign-in.js';
import { BalanceArguments } from '../subgraphs/reporting/report/balance-report.js';
import type { Report } from '../subgraphs/reporting/report/derive-report-from-declaration.js';
import { camelCase, type ReportColumn } from '../subgraphs/reporting/report/report-column.js';

/** The lists that the dashboard has texts for and GraphQL has no enum of, by the name of each one's type. */
const LISTS = {
  AgingBucket: AGING_BUCKETS,
  BatchStop: PAYMENT_BATCH_STOPS,
  BoardingStatus: BOARDING_STATUSES,
  DeliveryFailure: DELIVERY_FAILURES,
  DifferenceKind: DIFFERENCE_KINDS,
  EventObject: EVENT_OBJECTS,
  EventType: EVENT_TYPES,
  ExceptionKind: EXCEPTION_KINDS,
  LedgerAccount: LEDGER_ACCOUNT_NAMES,
  LedgerEntryType: LEDGER_ENTRY_TYPES,
  RefusalCode: refusalCodes(),
  Role: OPERATOR_ROLES,
  Scope: SCOPES,
  SignInProblem: SIGN_IN_PROBLEMS,
  AdvanceStopReason: ADVANCE_STOP_REASONS,
};

/** The codes after which nothing was carried out. */
function refusalCodes(): readonly string[] {
  return Object.entries(CATALOGUE).flatMap(([code, { status }]) => (status < 500 ? [code] : []));
}

/** Each list as a constant, `EVENT_OBJECTS`, and its type. */
export function dashboardLists(): string {
  const lists = Object.entries(LISTS).map(([type, values]) => {
    const name = `${type.replace(/[a-z](?=[A-Z])/g, '$&_').toUpperCase()}S`;
    return `
export const ${name} = [\n${values.map((value) => `  '${value}',\n`).join('')}] as const;
export type ${type} = (typeof ${name})[number];
`;
  });
  return `// Written by \`npm run generate\` from the lists of the server.\n${lists.join('')}`;
}

const NOTE = 'Written by `npm run generate` from subgraphs/reporting/reports.';

/** The dashboard's document of each report: every column except identifiers. */
export function dashboardReportDocuments(reports: readonly Report[]): string {
  return [`# ${NOTE}\n`, ...reports.map(documentOf)].join('\n');
}

/** The reports as the dashboard shows them unless it has its own texts. */
export function dashboardReports(reports: readonly Report[]): string {
  return `// ${NOTE}
import {
${reports.map((report) => `  ${operationOf(report)}Document,\n`).join('')}} from '../../../generated/graphql';

export const REPORTS = {
${reports.map(entryOf).join('')}} as const;
`;
}

function documentOf(report: Report): string {
  const [declared, given] = isOfOneDay(report) ? [', $bucket: String', ', bucket: $bucket'] : ['', ''];
  return `query ${operationOf(report)}($organizationId: ID, $from: Date, $to: Date${declared}, $cursor: String) {
  page: ${report.field}(organizationId: $organizationId, from: $from, to: $to${given}, cursor: $cursor, limit: 100) {
    items {
      account {
        ...LoanName
      }
${shownColumns(report)
  .map(({ name }) => `      ${camelCase(name)}\n`)
  .join('')}    }
    page {
      ...PageFields
    }
  }
}
`;
}

function entryOf(report: Report): string {
  return `  ${report.code}: {
    title: ${JSON.stringify(report.name)},
    about: ${JSON.stringify(report.meaning)},
    span: '${isOfOneDay(report) ? 'day' : 'range'}',
    document: ${operationOf(report)}Document,
    columns: {
${shownColumns(report)
  .map((column) => `      ${column.name}: { field: '${camelCase(column.name)}', kind: '${cellKind(column)}' },\n`)
  .join('')}    },
  },
`;
}

function operationOf({ field }: Report): string {
  return `${field.charAt(0).toUpperCase()}${field.slice(1)}Report`;
}

function shownColumns({ columns }: Report): readonly ReportColumn[] {
  return columns.filter(({ kind }) => kind !== 'id');
}

/** Balances are of one day and can be filtered by age. */
function isOfOneDay(report: Report): boolean {
  return report.arguments === BalanceArguments;
}

function cellKind({ name, kind, type }: ReportColumn): string {
  if (kind === 'cents') return 'sum';
  if (kind === 'free_text') return 'text';
  if (name.endsWith('_cents')) return 'money';
  if (name.endsWith('_rate')) return 'rate';
  const kinds: Readonly<Record<string, string>> = { date: 'day', int4: 'number' };
  return kinds[postgresType(type).type] ?? 'code';
}
