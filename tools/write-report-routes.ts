import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { REPORTS } from '../subgraphs/reporting/reports/reports.js';
import { reportDocuments, reportSources } from './report-routes.js';

/**
 * Part of `npm run generate`: the REST side of the reports, because the facade cannot ask the subgraph for it. Run from
 * the project's root.
 */
writeFileSync('rest-facade/generated/reports.graphql', reportDocuments(REPORTS));
writeFileSync('rest-facade/generated/reports.ts', reportSources(REPORTS));
