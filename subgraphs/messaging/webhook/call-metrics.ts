import { Counter } from 'prom-client';
import { Problem } from '../../../core/errors/problem.js';
import { metrics } from '../../../core/telemetry/metrics.js';

const calls = new Counter({
  name: 'tributary_webhook_calls_total',
  help: 'Calls of email providers by provider (unknown: none was recognized) and outcome: accepted, invalid_signature, refused (for another reason), failed (a fault of ours).',
  labelNames: ['provider', 'outcome'],
  registers: [metrics],
});

/**
 * Counts a call under what came of it.
 *
 * @param take - says the provider's code as soon as it is known
 */
export async function countedCall<T>(take: (isOf: (provider: string) => void) => Promise<T>): Promise<T> {
  let provider = 'unknown';
  const count = (outcome: string) => calls.inc({ provider, outcome });
  try {
    const taken = await take((code) => {
      provider = code;
    });
    count('accepted');
    return taken;
  } catch (error) {
    count(outcomeOf(error));
    throw error;
  }
}

function outcomeOf(error: unknown): string {
  if (!(error instanceof Problem) || error.status >= 500) return 'failed';
  return error.code === 'invalid_signature' ? 'invalid_signature' : 'refused';
}
