import type { Registry } from 'prom-client';
import type { Check } from '../../core/health/readiness.js';
import { addWorkerGauge, workersCheck } from '../../core/jobs/worker-polls.js';
import type { Resources } from '../assembly/resources.js';
import { type PollsOfWorkers, pollsOfWorkers, startJobs } from '../assembly/worker-jobs.js';
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
  readonly #looks: PollsOfWorkers;
  #jobs: { stop(): Promise<void> } | undefined;

  constructor(resources: Resources) {
    this.#resources = resources;
    this.#looks = pollsOfWorkers(resources.config);
    this.check = workersCheck(Object.values(this.#looks));
  }

  /** When each worker last polled for a job. */
  readonly addGauge = (registry: Registry): void => addWorkerGauge(registry, Object.values(this.#looks));

  async start(): Promise<void> {
    this.#jobs = await startJobs(this.#resources, this.#looks);
  }

  async stop(): Promise<void> {
    await this.#jobs?.stop();
  }
}
