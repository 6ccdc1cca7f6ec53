import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DASHBOARD_PAGES } from '../gateway/dashboard/generated/page-addresses.js';
import { REPORTS } from '../subgraphs/reporting/reports/reports.js';
import { dashboardLists, dashboardReportDocuments, dashboardReports } from './dashboard-modules.js';
import { pageAddresses } from './page-addresses.js';
import { repeatedDocuments } from './repeated-documents.js';

const checkedIn = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

it('the checked-in modules of the dashboard match the lists and the reports', () => {
  expect(checkedIn('dashboard/src/generated/contract-lists.ts')).toBe(dashboardLists());
  expect(checkedIn('dashboard/src/graph/generated/repeated.graphql')).toBe(repeatedDocuments());
  const reports = 'dashboard/src/pages/reports/generated/reports';
  expect(checkedIn(`${reports}.graphql`)).toBe(dashboardReportDocuments(REPORTS));
  expect(checkedIn(`${reports}.ts`)).toBe(dashboardReports(REPORTS));
});

it('the dashboard is served at exactly the addresses of its pages', () => {
  const router = checkedIn('dashboard/src/router.tsx');
  expect(checkedIn('gateway/dashboard/generated/page-addresses.ts')).toBe(pageAddresses(router));
  expect(DASHBOARD_PAGES).toHaveLength(router.match(/\bimport\('\.\/pages\//g)?.length ?? 0);
  expect(new Set(DASHBOARD_PAGES).size).toBe(DASHBOARD_PAGES.length);
});
