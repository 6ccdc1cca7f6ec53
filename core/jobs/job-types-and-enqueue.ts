import { derived } from '../db/columns.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import { systemPrincipal } from '../principal/principal.js';

/** The payload of each job, by its name. */
export interface JobPayloads {
  reconcile_posting: { kind: PostingKind; organizationId: string; id: string };
  reconcile_overdue: Record<string, never>;
  payment_batch: { organizationId: string; id: string };
  payment_batches_open: Record<string, never>;
  autopay_due: Record<string, never>;
  autopay_overdue: Record<string, never>;
  autopay_due_of_organization: { organizationId: string; afterDueOn?: string; afterId?: string; singles?: number };
  autopay_run: { organizationId: string; id: string };
  autopay_correction: { organizationId: string; id: string };
  autopay_loan_ended: { organizationId: string; accountId: string };
  processor_event: { id: string };
  processor_charge: { processor: string; chargeExternalId: string; tries?: number };
  processor_overdue: Record<string, never>;
  processor_pull: Record<string, never>;
  approved_act: { organizationId: string; id: string };
  approvals_due: Record<string, never>;
  sync_due: Record<string, never>;
  sync_loan_system: { code: string; mode: 'full' | 'incremental' };
  sync_account: { organizationId: string; accountId: string; attempt: number };
  ledger_day_end: Record<string, never>;
  board_portfolio: { organizationId: string; id: string };
  erase: { organizationId: string; id: string };
  test_clock_advance: { organizationId: string };
  test_clocks_open: Record<string, never>;
  delete_expired_keys: Record<string, never>;
  process_webhooks: Record<string, never>;
  match_waiting_events: { organizationId: string; campaignId: string };
  match_overdue: Record<string, never>;
  delete_old_webhooks: Record<string, never>;
  delete_old_events: Record<string, never>;
  tie_out_due: Record<string, never>;
  tie_out_look: { organizationId: string; subject: string };
  tie_out_act: { organizationId: string; id: string };
}

export type PostingKind = 'payment' | 'reversal';
export type JobName = keyof JobPayloads;

/** Jobs on a row of one organization; the payload names it, and the job reads within it. */
type OfOrganization = {
  [N in JobName]: JobPayloads[N] extends { readonly organizationId: string } ? N : never;
}[JobName];
const OF_ORGANIZATION: Readonly<Record<OfOrganization, true>> = {
  reconcile_posting: true,
  payment_batch: true,
  autopay_due_of_organization: true,
  autopay_run: true,
  autopay_correction: true,
  autopay_loan_ended: true,
  approved_act: true,
  sync_account: true,
  board_portfolio: true,
  erase: true,
  test_clock_advance: true,
  match_waiting_events: true,
  tie_out_look: true,
  tie_out_act: true,
};

/**
 * Whether a job's payload names its organization. A job of an earlier version may not; then a sweep finds its row
 * again.
 */
export function namesOrganization(name: string, payload: unknown): boolean {
  if (!Object.hasOwn(OF_ORGANIZATION, name)) return true;
  return typeof payload === 'object' && payload !== null && 'organizationId' in payload;
}

export type JobHandlers = { readonly [N in JobName]?: (payload: JobPayloads[N]) => Promise<void> };

export interface JobTiming {
  /** Milliseconds from now, by Postgres' clock. */
  readonly delayMs: number;
  /** At most one waiting job per key. */
  readonly key: string;
  /**
   * What happens to a waiting job with this key. A running job, or one whose worker was killed, stays in addition to
   * the new one.
   */
  readonly waiting?: 'replaced' | 'kept';
  /** Among due jobs, lower numbers run first. Default 0, which all jobs that move money use. */
  readonly priority?: number;
}

/** For batches: after single payments, because a client waits for those. */
export const BATCH_PRIORITY = 10;

/** For jobs that only read: after jobs that move money. */
export const READING_PRIORITY = 20;

const QUEUE = systemPrincipal('jobs');

const addJob = statement({
  name: 'jobs.add',
  unscoped: 'job_queue',
  takes: { name: 'text', payload: 'json', delayMs: 'float8', key: 'text', mode: 'text', priority: 'int4' },
  gives: derived({ id: 'int8' }),
  text: ({ p }) => `
    select id from graphile_worker.add_job(${p.name}::text, ${p.payload}::json,
      run_at => clock_timestamp() + make_interval(secs => ${p.delayMs}::float8 / 1000), job_key => ${p.key}::text,
      job_key_mode => ${p.mode}::text, priority => ${p.priority}::int)`,
});

/** Adds a job in the caller's transaction, so it is committed together with its subject. */
export async function enqueue<N extends JobName>(
  queries: Queries,
  name: N,
  payload: JobPayloads[N],
  { delayMs, key, waiting = 'replaced', priority = 0 }: JobTiming,
): Promise<void> {
  const mode = MODES[waiting];
  await queries.first(QUEUE, addJob, { name, payload: JSON.stringify(payload), delayMs, key, mode, priority });
}

const MODES = { replaced: 'replace', kept: 'preserve_run_at' } as const;
