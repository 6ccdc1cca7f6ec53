import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { REPORTS } from '../subgraphs/reporting/reports/reports.js';
import { dashboardLists, dashboardReportDocuments, dashboardReports } from './dashboard-modules.js';
import { pageAddresses } from './page-addresses.js';
import { repeatedDocuments } from './repeated-documents.js';

/** Part of `npm run generate`: what the dashboard and its host need of each other. Run from the project's root. */
writeFileSync('dashboard/src/generated/contract-lists.ts', dashboardLists());
writeFileSync('dashboard/src/pages/reports/generated/reports.graphql', dashboardReportDocuments(REPORTS));
writeFileSync('dashboard/src/pages/reports/generated/reports.ts', dashboardReports(REPORTS));
writeFileSync('dashboard/src/graph/generated/repeated.graphql', repeatedDocuments());
writeFileSync(
  'gateway/dashboard/generated/page-addresses.ts',
  pageAddresses(readFileSync('dashboard/src/router.tsx', 'utf8')),
);
