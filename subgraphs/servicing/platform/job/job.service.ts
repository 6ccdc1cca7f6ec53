import { recordAudit } from '../../../../core/audit/record.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type PageRequest, readPage } from '../../../../core/db/paged-lists.js';
import { Problem } from '../../../../core/errors/problem.js';
import { redactedError } from '../../../../core/errors/redacted-error.js';
import { type Principal, requireRoleEverywhere } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import {
  countFailedJobs,
  FAILED_JOBS,
  type FailedJobRow,
  failedJob,
  MOST_COUNTED,
  retryJob,
} from './failed-job.store.js';
import type { FailedJobCounts, JobQueue } from './job.type.js';
import { jobQueue, MOST_JOBS } from './job-queue.reads.store.js';

export type JobParts = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

export interface JobListRequest extends PageRequest {
  readonly isGivenUp?: boolean | null;
}

const NONE = { retrying: 0, givenUp: 0 };

/** Background jobs, for admins. */
export class JobService {
  constructor(private readonly parts: JobParts) {}

  /** Newest first. @throws {Problem} `insufficient_scope` */
  async failed(principal: Principal, request: JobListRequest): Promise<Page<FailedJobRow>> {
    requireRoleEverywhere(principal, 'admin');
    const isGivenUp = request.isGivenUp ?? null;
    const filters = { isGivenUp: isGivenUp === null ? null : String(isGivenUp) };
    const { items, page } = await readPage(this.parts, principal, FAILED_JOBS, { isGivenUp }, filters, request);
    return { items: items.map(shown), page };
  }

  /** @throws {Problem} `insufficient_scope` */
  async countFailed(principal: Principal): Promise<FailedJobCounts> {
    requireRoleEverywhere(principal, 'admin');
    const { retrying, givenUp } = (await this.parts.db.first(principal, countFailedJobs, {})) ?? NONE;
    return { retrying, givenUp, isExact: retrying + givenUp < MOST_COUNTED };
  }

  /** The queue by kind of job. @throws {Problem} `insufficient_scope` */
  async queue(principal: Principal): Promise<JobQueue> {
    requireRoleEverywhere(principal, 'admin');
    const kinds = await this.parts.db.many(principal, jobQueue, {});
    return { kinds, isExact: (kinds[0]?.read ?? 0) <= MOST_JOBS };
  }

  /**
   * Retries a job at once, with its full number of attempts.
   *
   * @throws {Problem} `insufficient_scope`; `job_not_found` for a job that did not fail, or is running.
   */
  async retry(principal: Principal, id: string): Promise<FailedJobRow> {
    requireRoleEverywhere(principal, 'admin');
    if (!/^\d{1,18}$/.test(id)) throw new Problem('job_not_found');
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      const job = await tx.first(principal, failedJob, { jobId: id });
      const retried = job && (await tx.first(principal, retryJob, { jobId: id }));
      if (job === undefined || retried === undefined) throw new Problem('job_not_found');
      await recordAudit(tx, clock, principal, {
        action: 'job.retry',
        subject: id,
        organizationId: retried.organizationId,
        before: { name: job.name, attempts: job.attempts },
        after: { name: job.name, attempts: 0 },
      });
      return shown({ ...job, ...retried, isGivenUp: false });
    });
  }
}

/** A job's error message may quote values. */
function shown(job: FailedJobRow): FailedJobRow {
  return { ...job, error: redactedError(job.error) };
}
