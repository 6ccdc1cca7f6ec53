import { reportSources } from '../../generated/reports.js';
import { refused } from '../../route.js';
import { report } from './report-route.js';

/** The code is reserved; the report does not exist yet. */
const deferred = refused({
  operationId: 'reportDeferred',
  method: 'GET',
  path: '/reports/spr',
  summary: 'Report spr',
  description: 'Deferred: every request is refused after authentication.',
  tag: 'Reports',
  area: 'unversioned',
  problem: 'not_implemented',
});

const unknown = refused({
  operationId: 'reportUnknown',
  method: 'GET',
  path: '/reports/{code}',
  summary: 'Any other report',
  description: 'An unknown report code: every request is refused after authentication.',
  tag: 'Reports',
  area: 'unversioned',
  problem: 'report_not_found',
});

/** Every path under `/reports`. */
export const reports = [...reportSources.map(report), deferred, unknown];
