import type { ReportWriteOffsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportWriteOffs = report({
  code: 'wor',
  operationId: 'reportWriteOffs',
  page: ({ writeOffs }: ReportWriteOffsQuery) => writeOffs,
});
