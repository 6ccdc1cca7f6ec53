import { Problem } from '../../../../core/errors/problem.js';
import { webhookCalls } from '../../../../core/telemetry/metrics.js';

/**
 * Counts an accepted call by its outcome.
 *
 * @param take - reports the provider's code as soon as it is known
 */
export async function countedCall<T>(take: (isOf: (provider: string) => void) => Promise<T>): Promise<T> {
  let provider = 'unknown';
  const count = (outcome: string) => webhookCalls.inc({ provider, outcome });
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
