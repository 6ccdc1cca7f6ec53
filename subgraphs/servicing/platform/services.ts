import type { ServiceParts } from '../../../core/service-parts.js';
import { ApiKeyService } from './api-key/api-key.service.js';
import { AuditEntryService } from './audit-entry/audit-entry.service.js';
import { JobService } from './job/job.service.js';
import { OperatorService } from './operator/operator.service.js';
import { OperatorTokenService } from './operator-token/operator-token.service.js';
import { OrganizationService } from './organization/organization.service.js';
import { SharedViewService } from './shared-view/shared-view.service.js';
import { TestClockService } from './test-clock/test-clock.service.js';

type Source = Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys' | 'secrets'>;

/** Organizations, keys, operators, jobs and test clocks, for resolvers and commands. */
export function platformServices(source: Source) {
  return {
    organizations: new OrganizationService(source),
    apiKeys: new ApiKeyService(source),
    operators: new OperatorService(source),
    operatorTokens: new OperatorTokenService(source),
    auditEntries: new AuditEntryService(source),
    jobs: new JobService(source),
    sharedViews: new SharedViewService(source),
    testClocks: new TestClockService(source),
  };
}
