import type { Database } from '../db/database.js';
import type { Parameters, Statement } from '../db/statement.js';
import type { Logger } from '../logging/logger.js';
import { type Principal, within } from '../principal/principal.js';

interface Parts {
  readonly db: Database;
  readonly logger: Logger;
}

/** What is to be done for whoever has something due. */
export interface OrganizationSweep<P extends Parameters> {
  /** The product's own part that works; for each organization it sees that one only. */
  readonly principal: Principal;
  /** The organizations that have something due, found along an index of what is due. */
  readonly due: Statement<P, { readonly organizationId: string }>;
  readonly parameters: P;
  /** The work for one organization. Each `yield` ends a turn: the others have theirs before it goes on. */
  readonly work: (principal: Principal, organizationId: string) => AsyncGenerator<void, void>;
}

/**
 * Works for one organization at a time, turn by turn, so that no sweep locks or changes rows of two and one with much to do does not
 * keep the others waiting. One whose work fails is left until the next time, and logged; the others go on.
 */
export async function eachOrganization<P extends Parameters>(
  { db, logger }: Parts,
  { principal, due, parameters, work }: OrganizationSweep<P>,
): Promise<void> {
  const found = await db.many(principal, due, parameters);
  let waiting = found.map(({ organizationId }) => ({
    organizationId,
    turns: work(within(principal, organizationId), organizationId),
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
