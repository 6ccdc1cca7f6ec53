import { eachOrganization } from '../../../../core/jobs/each-organization.js';
import { enqueue, READING_PRIORITY } from '../../../../core/jobs/job-types-and-enqueue.js';
import { limitToOrganization, type Principal } from '../../../../core/principal/principal.js';
import {
  dueComparisons,
  makeComparisonsDue,
  type OpenComparison,
  openComparisons,
  organizationsToCompare,
} from './comparison.store.js';
import { planComparisons } from './plan-comparisons.js';
import { processNextPage } from './process-next-page.js';
import type { OneSide } from './resolve-side.js';
import { TIE_OUT_PRINCIPAL } from './seal-and-verify-results.js';
import type { TieOutParts } from './tie-out-parts.js';

/** A long comparison pauses after this time and waits for its next turn. */
const TURN_MS = 30_000;

/** Compares finished days one by one, in pages: a killed worker loses at most one page. */
export class Comparer {
  constructor(private readonly parts: TieOutParts) {}

  /**
   * Plans the comparisons of finished days and queues those that are due. Run by the clock; running it twice changes
   * nothing.
   */
  async watchDue(): Promise<void> {
    const { db, logger } = this.parts;
    await eachOrganization(
      { db, logger },
      {
        principal: TIE_OUT_PRINCIPAL,
        due: organizationsToCompare,
        parameters: {},
        work: (principal, organizationId) => this.#watchDueOf(principal, organizationId),
      },
    );
  }

  async *#watchDueOf(principal: Principal, organizationId: string): AsyncGenerator<void, void> {
    await this.plan(principal, organizationId);
    yield;
    for (const { subject } of await this.parts.db.many(principal, dueComparisons, { organizationId })) {
      await this.#queue({ organizationId, subject }, 'kept');
      yield;
    }
  }

  /**
   * The same without the queue, for a person's request: every comparison continues until it is finished or blocked,
   * including one postponed because its side did not answer.
   *
   * @returns the days that could not be fully compared.
   * @throws the first side's failure; the others are compared all the same.
   */
  async runAll(): Promise<readonly OpenComparison[]> {
    const { db } = this.parts;
    const failures: unknown[] = [];
    for (const { organizationId } of await db.many(TIE_OUT_PRINCIPAL, organizationsToCompare, {})) {
      const principal = limitToOrganization(TIE_OUT_PRINCIPAL, organizationId);
      await this.plan(principal, organizationId);
      await db.many(principal, makeComparisonsDue, { organizationId });
      for (const { subject } of await db.many(principal, dueComparisons, { organizationId })) {
        await this.#look({ organizationId, subject }).catch((error) => failures.push(error));
      }
    }
    if (failures.length > 0) throw failures[0];
    return db.many(TIE_OUT_PRINCIPAL, openComparisons, {});
  }

  async #look(side: OneSide): Promise<void> {
    while ((await processNextPage(this.parts, side)) === 'go_on');
  }

  plan(principal: Principal, organizationId: string): Promise<void> {
    return planComparisons(this.parts, principal, organizationId);
  }

  async #queue({ organizationId, subject }: OneSide, waiting: 'kept' | 'replaced'): Promise<void> {
    const key = `tie_out_look:${organizationId}:${subject}`;
    const timing = { delayMs: 0, key, priority: READING_PRIORITY, waiting };
    await enqueue(this.parts.db, 'tie_out_look', { organizationId, subject }, timing);
  }

  /** Continues one side, day by day, until it is finished, the side does not answer, or its turn is over. */
  async work(side: OneSide): Promise<void> {
    const until = performance.now() + TURN_MS;
    while ((await processNextPage(this.parts, side)) === 'go_on') {
      if (performance.now() > until) return this.#queue(side, 'replaced');
    }
  }
}
