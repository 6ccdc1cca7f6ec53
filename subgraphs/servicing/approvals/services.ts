import { ActLimitService } from '../../../core/approvals/act-limits.js';
import { ApprovalDecider } from '../../../core/approvals/decide-on-request.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { ApprovalService } from './approval.service.js';

/** Amount limits, and acts that need a second person, for resolvers. */
export function approvalServices(source: Pick<ServiceParts, 'db' | 'clock' | 'cursors'>) {
  return {
    actLimits: new ActLimitService(source),
    approvals: new ApprovalService(source),
    approvalDecider: new ApprovalDecider(source),
  };
}
