import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/list-cursors-and-limits.js';
import type { ClientKeys } from '../../../core/idempotency/client-keys.js';
import type { SecretsAtRest } from '../../../core/secrets/at-rest.js';
import type { Clock } from '../../../core/time/clock.js';
import { ApiKeyService } from './api-key/api-key.service.js';
import { AuditEntryService } from './audit-entry/audit-entry.service.js';
import { JobService } from './job/job.service.js';
import { OperatorTokenService } from './operator-token/operator-token.service.js';
import { OrganizationService } from './organization/organization.service.js';
import { TestClockService } from './test-clock/test-clock.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly secrets: SecretsAtRest;
}

/** Organizations, keys, operators, jobs and test clocks, for resolvers and commands. */
export function platformServices(source: Source) {
  return {
    organizations: new OrganizationService(source),
    apiKeys: new ApiKeyService(source),
    operatorTokens: new OperatorTokenService(source),
    auditEntries: new AuditEntryService(source),
    jobs: new JobService(source),
    testClocks: new TestClockService(source),
  };
}
