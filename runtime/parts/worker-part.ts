import type { Registry } from 'prom-client';
import type { Check } from '../../core/health/readiness.js';
import { WorkerPolls } from '../../core/jobs/worker-polls.js';
import type { Resources } from '../assembly/resources.js';
import { POLL_INTERVAL_MS, startJobs } from '../assembly/worker-jobs.js';
import type { Part } from './part.js';

/**
 * The workers of this process. Readiness watches them from before their start, so that workers that do not start are
 * soon reported as not ready.
 */
export class WorkerPart implements Part {
  readonly name = 'worker';
  /**
   * Whether jobs are processed: for `/readyz` of the operations port. Hosts in the same process still serve their
   * clients.
   */
  readonly check: Check;
  readonly #resources: Resources;
  readonly #looks: WorkerPolls;
  #jobs: { stop(): Promise<void> } | undefined;

  constructor(resources: Resources) {
    this.#resources = resources;
    this.#looks = new WorkerPolls(resources.config.WORKER_CONCURRENCY, POLL_INTERVAL_MS);
    this.check = this.#looks.check;
  }

  /** When each worker last polled for a job. */
  readonly addGauge = (registry: Registry): void => this.#looks.addGauge(registry);

  async start(): Promise<void> {
    this.#jobs = await startJobs(this.#resources, this.#looks);
  }

  async stop(): Promise<void> {
    await this.#jobs?.stop();
  }
}
