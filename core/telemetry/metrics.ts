import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What this process counts, for Prometheus. Labels are patterns and names that we chose, never anything that a client sent:
 * the number of series is bounded.
 */
export const metrics = new Registry();

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `route` is the pattern of the contract's path; of a request that no route takes it is `unrouted`. */
export const httpRequests = new Histogram({
  name: 'tributary_http_request_duration_seconds',
  help: 'Requests by method, route and status, from their first byte to the last of their answer.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: SECONDS,
  registers: [metrics],
});

/** `operation` is a prepared one's name; everybody else's documents are counted together. */
export const graphOperations = new Histogram({
  name: 'tributary_graphql_operation_duration_seconds',
  help: 'Operations of the graph by name, and whether they had errors.',
  labelNames: ['operation', 'outcome'] as const,
  buckets: SECONDS,
  registers: [metrics],
});

/** `system` is its kind and its code, `loan_system:mambu`; `outcome` what its port answered, `failed` when a guard gave up. */
export const outsideCalls = new Histogram({
  name: 'tributary_outside_call_duration_seconds',
  help: 'Calls to systems outside, by system and outcome.',
  labelNames: ['system', 'outcome'] as const,
  buckets: SECONDS,
  registers: [metrics],
});

export const openCircuits = new Gauge({
  name: 'tributary_circuit_open',
  help: '1 while the circuit breaker of a system outside is open: its calls are refused at once.',
  labelNames: ['system'] as const,
  registers: [metrics],
});

export const jobs = new Histogram({
  name: 'tributary_job_duration_seconds',
  help: 'Jobs that this process worked, by name and outcome (ok, failed).',
  labelNames: ['job', 'outcome'] as const,
  buckets: SECONDS,
  registers: [metrics],
});

export const webhookCalls = new Counter({
  name: 'tributary_webhook_calls_total',
  help: 'Calls of email providers by provider (unknown: none was recognized) and outcome: accepted, invalid_signature, refused (for another reason), failed (a fault of ours); before they were looked at: no_room (503), unfinished (they did not arrive), unnamed (nothing names their sender).',
  labelNames: ['provider', 'outcome'] as const,
  registers: [metrics],
});

export const databaseReads = new Counter({
  name: 'tributary_database_reads_total',
  help: 'Reads of lists, reports and exports by the server that answered (replica, primary); counted where DATABASE_READ_URL is set.',
  labelNames: ['server'] as const,
  registers: [metrics],
});

export const rateLimitStoreLosses = new Counter({
  name: 'tributary_rate_limit_store_losses_total',
  help: 'How often the shared store of rate limits was lost, and memory counted in its place.',
  registers: [metrics],
});

export const rateLimitStoreLost = new Gauge({
  name: 'tributary_rate_limit_store_lost',
  help: '1 while the shared store of rate limits is lost, and each process counts by itself.',
  registers: [metrics],
});

export const loansBehind = new Gauge({
  name: 'tributary_ledger_loans_behind',
  help: 'Loans of the ledger whose days the last day-end of this process could not close; each is logged, and tried again.',
  registers: [metrics],
});

export const traceLosses = new Counter({
  name: 'tributary_trace_losses_total',
  help: 'Spans that the collector of traces did not take.',
  registers: [metrics],
});

/** Process and runtime figures (CPU, memory, event loop lag). Called once per process, by whoever serves them. */
export function collectRuntime(): void {
  collectDefaultMetrics({ register: metrics });
}

/** Times what `work` does and counts it under the outcome that it came to. */
export async function timed<T>(
  histogram: Histogram<'outcome'>,
  labels: Readonly<Record<string, string>>,
  outcomeOf: (result: T) => string,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const observe = (outcome: string) =>
    histogram.observe({ ...labels, outcome }, (performance.now() - startedAt) / 1_000);
  try {
    const result = await work();
    observe(outcomeOf(result));
    return result;
  } catch (error) {
    observe('failed');
    throw error;
  }
}
