import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REPORTS } from '../subgraphs/reporting/reports/reports.js';
import { reportDocuments, reportSources } from './report-routes.js';

const checkedIn = (name: string) => readFileSync(new URL(`../rest-facade/generated/${name}`, import.meta.url), 'utf8');

it('the checked-in documents and routes match the reports', () => {
  expect(checkedIn('reports.graphql')).toBe(reportDocuments(REPORTS));
  expect(checkedIn('reports.ts')).toBe(reportSources(REPORTS));
});

it('no two reports share a code, a field or a type', () => {
  for (const names of [
    REPORTS.map(({ code }) => code),
    REPORTS.map(({ field }) => field),
    REPORTS.map(({ row }) => row.name),
  ]) {
    expect(new Set(names).size).toBe(REPORTS.length);
  }
});
