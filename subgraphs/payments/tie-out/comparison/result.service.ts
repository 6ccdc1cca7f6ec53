import type { Database } from '../../../../core/db/database.js';
import { type Principal, requireRole, requireRoleEverywhere } from '../../../../core/principal/principal.js';
import type { KeyedDigests } from '../../../../core/secrets/keyed-digests.js';
import { type ResultRow, resultsOfDays } from './result.store.js';
import { type ResultsVerified, verifyResults } from './seal-and-verify-results.js';

const MOST = 1_000;

/** Sealed results of comparisons. */
export class ResultService {
  constructor(private readonly parts: { readonly db: Database; readonly macs: KeyedDigests }) {}

  /** The latest result of each day and side, latest day first. @throws {Problem} `insufficient_scope` */
  async ofDays(
    principal: Principal,
    days: { readonly from: string; readonly to: string },
  ): Promise<readonly ResultRow[]> {
    requireRole(principal, 'viewer');
    return this.parts.db.many(principal, resultsOfDays, { ...days, subject: null, limit: MOST });
  }

  /** See `verifyResults`. @throws {Problem} `insufficient_scope` */
  async verify(principal: Principal): Promise<ResultsVerified> {
    requireRoleEverywhere(principal, 'admin');
    return verifyResults(this.parts.db, this.parts.macs);
  }
}
