import { setTimeout as sleep } from 'node:timers/promises';
import type { Sighting } from '../../connectors/loan-systems/added/sightings.store.js';
import { table } from '../answer.js';

/** Longer than a running part takes to hear of a new system, to set it up and to tell. */
const WAITS_MS = 5_000;
/** Parts tell within a second of each other. */
const OTHERS_WITHIN_MS = 1_500;
const LOOKS_EVERY_MS = 250;

/** What the running parts see of a system that has just been added: waits for the first that tells, and a moment for the others. */
export async function firstSightings(read: () => Promise<readonly Sighting[]>): Promise<readonly Sighting[]> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < WAITS_MS) {
    if (alive(await read()).length > 0) {
      await sleep(OTHERS_WITHIN_MS);
      break;
    }
    await sleep(LOOKS_EVERY_MS);
  }
  return read();
}

export function alive(sightings: readonly Sighting[]): readonly Sighting[] {
  return sightings.filter(({ isStale }) => !isStale);
}

/** One sentence for each running part through which no payment gets. */
export function warningsOf(code: string, sightings: readonly Sighting[]): readonly string[] {
  return alive(sightings).flatMap(({ part, problems, isBroken, isReachable, lastOutcome }) => {
    if (problems.length > 0)
      return [`${part} cannot use ${code}: ${problems.join('; ')}: set it where ${part} runs, and restart it`];
    if (isBroken) return [`${part} sends nothing to ${code} just now: its circuit breaker is open`];
    return isReachable === false ? [`${part} does not reach ${code}: its last call was ${lastOutcome}`] : [];
  });
}

/** Of an added system in one word or two. */
export function stateOf(sightings: readonly Sighting[]): string {
  const seen = alive(sightings);
  if (seen.length === 0) return 'seen by none';
  if (seen.some(({ problems }) => problems.length > 0)) return 'not set up';
  if (seen.some(({ isBroken, isReachable }) => isBroken || isReachable === false)) return 'not reached';
  return 'active';
}

export function sightingsTable(sightings: readonly Sighting[]): string {
  const rows = sightings.map((sighting) => [
    sighting.code,
    sighting.part,
    sighting.isStale ? `gone? ${sighting.seenAt}` : 'running',
    sighting.problems.length === 0 ? 'yes' : sighting.problems.join('; '),
    sighting.lastCallAt ?? '',
    sighting.lastOutcome ?? '',
    sighting.isBroken ? 'open' : 'closed',
  ]);
  return table(['CODE', 'SEEN BY', 'PART', 'SET UP', 'LAST CALL', 'OUTCOME', 'BREAKER'], rows);
}

export function sightingDocument(sighting: Sighting) {
  return {
    part: sighting.part,
    instance: sighting.instance,
    seen_at: sighting.seenAt,
    is_stale: sighting.isStale,
    problems: sighting.problems,
    is_reachable: sighting.isReachable,
    last_call_at: sighting.lastCallAt,
    last_outcome: sighting.lastOutcome,
    is_broken: sighting.isBroken,
  };
}
