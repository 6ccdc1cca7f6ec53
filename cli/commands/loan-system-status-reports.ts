import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionStatusRow } from '../../connectors/loan-systems/added/connection-status.store.js';
import { members, tableOf } from '../command-result-as-json-or-text.js';

/** Longer than a running part takes to notice a new system, set it up and report its status. */
const MAX_WAIT_MS = 5_000;
/** All parts report within a second of each other. */
const OTHERS_WITHIN_MS = 1_500;
const POLL_EVERY_MS = 250;

/**
 * Status reports of the running parts on a system that was just added: waits for the first, and a moment for the
 * others.
 */
export async function firstStatusReports(
  read: () => Promise<readonly ConnectionStatusRow[]>,
): Promise<readonly ConnectionStatusRow[]> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < MAX_WAIT_MS) {
    if (currentReports(await read()).length > 0) {
      await sleep(OTHERS_WITHIN_MS);
      break;
    }
    await sleep(POLL_EVERY_MS);
  }
  return read();
}

export function currentReports(sightings: readonly ConnectionStatusRow[]): readonly ConnectionStatusRow[] {
  return sightings.filter(({ isStale }) => !isStale);
}

/** One sentence for each running part that cannot send payments to the loan system. */
export function warningsOf(code: string, sightings: readonly ConnectionStatusRow[]): readonly string[] {
  return currentReports(sightings).flatMap(({ part, problems, isBroken, isReachable, lastOutcome }) => {
    if (problems.length > 0)
      return [`${part} cannot use ${code}: ${problems.join('; ')}: fix this where ${part} runs, and restart it`];
    if (isBroken) return [`${part} sends nothing to ${code} at the moment: its circuit breaker is open`];
    return isReachable === false ? [`${part} cannot reach ${code}: its last call was ${lastOutcome}`] : [];
  });
}

/** State of an added system in one or two words. */
export function stateOf(sightings: readonly ConnectionStatusRow[]): string {
  const seen = currentReports(sightings);
  if (seen.length === 0) return 'no status';
  if (seen.some(({ problems }) => problems.length > 0)) return 'not set up';
  if (seen.some(({ isBroken, isReachable }) => isBroken || isReachable === false)) return 'not reached';
  return 'active';
}

export function statusTable(sightings: readonly ConnectionStatusRow[]): string {
  return tableOf(sightings, {
    CODE: 'code',
    'SEEN BY': 'part',
    PART: ({ isStale, seenAt }) => (isStale ? `gone? ${seenAt}` : 'running'),
    'SET UP': ({ problems }) => (problems.length === 0 ? 'yes' : problems.join('; ')),
    'LAST CALL': 'lastCallAt',
    OUTCOME: 'lastOutcome',
    BREAKER: ({ isBroken }) => (isBroken ? 'open' : 'closed'),
  });
}

export function statusDocument(sighting: ConnectionStatusRow) {
  const names = 'part instance seen_at is_stale problems is_reachable last_call_at last_outcome is_broken';
  return members(sighting, names);
}
