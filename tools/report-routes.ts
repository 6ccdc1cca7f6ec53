import type { Report } from '../subgraphs/reporting/report/derive-report-from-declaration.js';
import { camelCase } from '../subgraphs/reporting/report/report-column.js';

const NOTE = 'Written by `npm run generate` from subgraphs/reporting/reports.';

/** The facade's document of each report: every column under the contract's name. */
export function reportDocuments(reports: readonly Report[]): string {
  return [`# ${NOTE}\n`, ...reports.map(documentOf)].join('\n');
}

/** The declarations from which the facade builds the reports' routes. */
export function reportSources(reports: readonly Report[]): string {
  return `// ${NOTE}
import type {
${reports.map((report) => `  ${answerOf(report)},\n`).join('')}} from './operations.js';

export const reportSources = [
${reports.map(sourceOf).join('')}] as const;
`;
}

function documentOf(report: Report): string {
  return `query ${operationId(report)}($organization_id: ID, $from: Date, $to: Date, $limit: Int, $cursor: String) {
  ${report.field}(organizationId: $organization_id, from: $from, to: $to, limit: $limit, cursor: $cursor) {
    items {
${report.columns.map(({ name }) => `      ${aliased(name)}\n`).join('')}    }
    page {
      ...PageFields
    }
  }
}
`;
}

function aliased(name: string): string {
  return name === camelCase(name) ? name : `${name}: ${camelCase(name)}`;
}

function sourceOf(report: Report): string {
  const { code, name, usage, field } = report;
  return `  {
    code: ${JSON.stringify(code)},
    operationId: ${JSON.stringify(operationId(report))},
    summary: ${JSON.stringify(name)},
    description: ${JSON.stringify(usage)},
    page: ({ ${field} }: ${answerOf(report)}) => ${field},
  },
`;
}

function operationId({ field }: Report): string {
  return `report${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

function answerOf(report: Report): string {
  const id = operationId(report);
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`;
}
