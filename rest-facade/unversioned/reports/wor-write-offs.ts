import type { ReportWriteOffsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportWriteOffs = report({
  code: 'wor',
  operationId: 'reportWriteOffs',
  summary: 'Write-offs',
  description: '`from` and `to` go by `charged_off_on`.',
  page: ({ writeOffs }: ReportWriteOffsQuery) => writeOffs,
});
