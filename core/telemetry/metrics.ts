import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The metrics of this process, for Prometheus. Labels are fixed patterns and names, never text from a client, so the
 * number of series is bounded.
 */
export const metrics = new Registry();

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `route` is the pattern of the contract's path; `unrouted` when no route matches. */
export const httpRequests = new Histogram({
  name: 'tributary_http_request_duration_seconds',
  help: 'Requests by method, route and status, from the first byte to the last byte of the answer.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: SECONDS,
  registers: [metrics],
});

/** `operation` is the name of a REST facade operation; all other documents are counted together. */
export const graphOperations = new Histogram({
  name: 'tributary_graphql_operation_duration_seconds',
  help: 'Operations of the graph by name, and whether they had errors.',
  labelNames: ['operation', 'outcome'] as const,
  buckets: SECONDS,
  registers: [metrics],
});

/**
 * `system` is its kind and its code, `loan_system:mambu`; `outcome` is the port's answer, or `failed` when a guard gave
 * up.
 */
export const outsideCalls = new Histogram({
  name: 'tributary_outside_call_duration_seconds',
  help: 'Calls to external systems, by system and outcome.',
  labelNames: ['system', 'outcome'] as const,
  buckets: SECONDS,
  registers: [metrics],
});

export const openCircuits = new Gauge({
  name: 'tributary_circuit_open',
  help: '1 while the circuit breaker of an external system is open: its calls are refused at once.',
  labelNames: ['system'] as const,
  registers: [metrics],
});

export const jobs = new Histogram({
  name: 'tributary_job_duration_seconds',
  help: 'Jobs that this process ran, by name and outcome (ok, failed).',
  labelNames: ['job', 'outcome'] as const,
  buckets: SECONDS,
  registers: [metrics],
});

export const webhookCalls = new Counter({
  name: 'tributary_webhook_calls_total',
  help: 'Calls of email providers by provider (unknown: none was recognized) and outcome: accepted, invalid_signature, refused (for another reason), failed (a server error); before verification: no_room (503), unfinished (did not arrive completely), unnamed (no sender named).',
  labelNames: ['provider', 'outcome'] as const,
  registers: [metrics],
});

export const databaseReads = new Counter({
  name: 'tributary_database_reads_total',
  help: 'Reads of lists, reports and exports by the server that answered (replica, primary); counted only when DATABASE_READ_URL is set.',
  labelNames: ['server'] as const,
  registers: [metrics],
});

export const rateLimitStoreLosses = new Counter({
  name: 'tributary_rate_limit_store_losses_total',
  help: 'How often the shared store of rate limits became unavailable and memory was used instead.',
  registers: [metrics],
});

export const rateLimitStoreLost = new Gauge({
  name: 'tributary_rate_limit_store_lost',
  help: '1 while the shared store of rate limits is unavailable and each process counts on its own.',
  registers: [metrics],
});

export const loansBehind = new Gauge({
  name: 'tributary_ledger_loans_behind',
  help: 'Ledger loans whose days this process’s last day-end could not close; each is logged and tried again.',
  registers: [metrics],
});

export const traceLosses = new Counter({
  name: 'tributary_trace_losses_total',
  help: 'Spans that the trace collector did not accept.',
  registers: [metrics],
});

/**
 * Registers process and runtime metrics (CPU, memory, event loop lag). Called once per process, by the host that serves
 * them.
 */
export function collectRuntime(): void {
  collectDefaultMetrics({ register: metrics });
}

/** Measures the time of `work` and counts it under its outcome. */
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
