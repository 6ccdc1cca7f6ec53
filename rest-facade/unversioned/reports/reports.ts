import { reportSources } from '../../generated/reports.js';
import { refused } from '../../route.js';
import { report } from './report.js';

/** The code is taken, the report is still to come. */
const deferred = refused({
  operationId: 'reportDeferred',
  method: 'GET',
  path: '/reports/spr',
  summary: 'Report spr',
  description: 'Deferred: every request is refused once its caller is known.',
  tag: 'Reports',
  area: 'unversioned',
  problem: 'not_implemented',
});

const unknown = refused({
  operationId: 'reportUnknown',
  method: 'GET',
  path: '/reports/{code}',
  summary: 'Any other report',
  description: 'There is none: a code that is not one of those beside is refused once its caller is known.',
  tag: 'Reports',
  area: 'unversioned',
  problem: 'report_not_found',
});

/** Every path under `/reports`. */
export const reports = [...reportSources.map(report), deferred, unknown];
