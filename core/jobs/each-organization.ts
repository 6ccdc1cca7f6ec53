import type { Parameters, Statement } from '../db/statement.js';
import { limitToOrganization, type Principal } from '../principal/principal.js';
import type { ServiceParts } from '../service-parts.js';

type Parts = Pick<ServiceParts, 'db' | 'logger'>;

/** A sweep over all organizations with due work. */
export interface OrganizationSweep<P extends Parameters> {
  /** The system principal of the job; the work for an organization runs within that organization only. */
  readonly principal: Principal;
  /** The organizations with due work, found by an index. */
  readonly due: Statement<P, { readonly organizationId: string }>;
  readonly parameters: P;
  /**
   * The work for one organization. Each `yield` ends a turn: the other organizations have theirs before it continues.
   */
  readonly work: (principal: Principal, organizationId: string) => AsyncGenerator<void, void>;
}

/**
 * Works for one organization at a time, in turns. So no transaction of a sweep locks or changes rows of two
 * organizations, and one with much work does not delay the others. If the work for one fails, this is logged, it is
 * skipped until the next sweep, and the others continue.
 */
export async function eachOrganization<P extends Parameters>(
  { db, logger }: Parts,
  { principal, due, parameters, work }: OrganizationSweep<P>,
): Promise<void> {
  const found = await db.many(principal, due, parameters);
  let waiting = found.map(({ organizationId }) => ({
    organizationId,
    turns: work(limitToOrganization(principal, organizationId), organizationId),
  }));
  while (waiting.length > 0) {
    const unfinished: typeof waiting = [];
    for (const one of waiting) {
      try {
        if ((await one.turns.next()).done !== true) unfinished.push(one);
      } catch (error) {
        const { organizationId } = one;
        logger.error(
          { err: error, job: principal.actor, organization_id: organizationId },
          'a job failed for one organization',
        );
      }
    }
    waiting = unfinished;
  }
}
