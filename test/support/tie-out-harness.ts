import type pg from 'pg';
import type { Database } from '../../core/db/database.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SimulatedClock } from '../../core/time/clock.js';
import type { IsoDate } from '../../core/time/dates.js';
import { nextBusinessDay } from '../../ledger/rules/business-day.js';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { tieOutParts } from '../../runtime/assembly/tie-out-dependencies.js';
import { Comparer } from '../../subgraphs/payments/tie-out/comparison/comparer.js';
import type { TieOutParts } from '../../subgraphs/payments/tie-out/comparison/tie-out-parts.js';
import type { TestInstance } from './test-instance.js';

const PLANNER = systemPrincipal('test');

/** The tie-out of one organization without its queue, on days that the test moves. */
export class TieOutHarness {
  readonly clock: SimulatedClock;
  readonly #instance: Pick<TestInstance, 'resources'>;
  readonly #sql: Pick<pg.Pool, 'query'>;
  readonly #organizationId: string;
  /** The last business day that is over. */
  day: IsoDate;

  constructor(
    instance: Pick<TestInstance, 'resources'>,
    sql: Pick<pg.Pool, 'query'>,
    organizationId: string,
    day: IsoDate,
  ) {
    [this.#instance, this.#sql, this.#organizationId, this.day] = [instance, sql, organizationId, day];
    this.clock = new SimulatedClock(`${nextBusinessDay(day)}T17:00:00Z`);
  }

  comparison(db: Database = this.#instance.resources.db, changed: Partial<TieOutParts> = {}): Comparer {
    const { resources } = this.#instance;
    const outside = { systems: loanSystems(resources), processors: cardProcessors(resources) };
    const parts = { db, clock: this.clock, ...outside, logger: resources.logger };
    return new Comparer({ ...tieOutParts(parts, resources.config), ...changed });
  }

  nextDay(): void {
    this.day = nextBusinessDay(this.day);
    this.clock.moveTo(`${nextBusinessDay(this.day)}T17:00:00Z`);
  }

  /** Plans comparisons of past days, and continues each one until it is finished. */
  async compare(one: Comparer = this.comparison()): Promise<void> {
    await one.plan(PLANNER, this.#organizationId);
    await this.#sql.query('update tie_out_look set due_at = now()');
    const { rows } = await this.#sql.query(
      "select distinct subject, organization_id from tie_out_look where step <> 'done' order by subject",
    );
    for (const { subject, organization_id: organizationId } of rows) await one.work({ organizationId, subject });
  }

  /** Open differences: `subject kind`. */
  async open(): Promise<readonly string[]> {
    const { rows } = await this.#sql.query(
      `select d.subject || ' ' || d.kind as found from tie_out_difference d join operator_exception x on x.id = d.id
        where x.resolved_at is null order by 1`,
    );
    return rows.map(({ found }) => found);
  }

  /** The completeness of each comparison of a side, in order: `business_day completeness`. */
  async completeness(subject: string): Promise<readonly string[]> {
    const { rows } = await this.#sql.query(
      `select business_day || ' ' || completeness as result from tie_out_result where subject = $1 order by sequence`,
      [subject],
    );
    return rows.map(({ result }) => result);
  }
}
