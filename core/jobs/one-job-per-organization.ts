import { derived } from '../db/columns.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import { systemPrincipal } from '../principal/principal.js';
import type { JobName } from './job-types-and-enqueue.js';

/** Whether a due job, among the first ones, is of an organization that is not listed. */
const othersWait = statement({
  name: 'jobs.others_wait',
  unscoped: 'job_queue',
  takes: { names: 'text[]', organizationIds: 'text[]' },
  gives: derived({ othersWait: 'bool' }),
  // The first thousand only: the long queue of one organization must not be read for each of its jobs.
  text: ({ p }) => `
    select exists (
      select from (
        select j.payload->>'organizationId' as organization_id
          from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where j.is_available and j.run_at <= now() and t.identifier = any(${p.names}::text[])
         order by j.priority, j.run_at limit 1000) first
       where first.organization_id <> all(${p.organizationIds}::text[])) as "othersWait"`,
});

const QUEUE = systemPrincipal('jobs');

/**
 * While jobs of other organizations wait, an organization holds only one of these jobs in this process: calls that are
 * not answered hold up one job, and the others are free for organizations that hold none.
 */
export class OneJobPerOrganization {
  readonly #held = new Map<string, number>();

  constructor(
    private readonly queries: Queries,
    /** The jobs that share the places. */
    private readonly names: readonly JobName[],
  ) {}

  /** @param postpone - queues the job again, for a later time. */
  async run(organizationId: string, work: () => Promise<void>, postpone: () => Promise<void>): Promise<void> {
    if (this.#held.has(organizationId) && (await this.#othersWait())) return postpone();
    this.#held.set(organizationId, (this.#held.get(organizationId) ?? 0) + 1);
    try {
      await work();
    } finally {
      const others = (this.#held.get(organizationId) ?? 1) - 1;
      if (others === 0) this.#held.delete(organizationId);
      else this.#held.set(organizationId, others);
    }
  }

  async #othersWait(): Promise<boolean> {
    const given = { names: this.names, organizationIds: [...this.#held.keys()] };
    return (await this.queries.first(QUEUE, othersWait, given))?.othersWait ?? false;
  }
}
