import { setTimeout as sleep } from 'node:timers/promises';

/** A dependency of requests or jobs, and how to check whether it is available. */
export interface Check {
  readonly name: string;
  /** Whether the process is not ready without it. The failure of an optional check is only reported. */
  readonly isRequired: boolean;
  passes(): Promise<Verdict>;
}

export type Verdict = boolean | Failing;

/** A failure with a detail to report beside the check's name. */
export interface Failing {
  readonly reason: string;
  /** This failure is only reported, though the check is required. */
  readonly onlyShows?: true;
}

export interface Readiness {
  readonly isReady: boolean;
  /** By name of the check. */
  readonly checks: Readonly<Record<string, 'ok' | 'failed' | `failed: ${string}`>>;
}

/** A check that takes longer has failed, because the caller has a timeout too. */
const WITHIN_MS = 2_000;

/** Runs every check at once. A check that throws has failed. */
export async function readinessOf(checks: readonly Check[]): Promise<Readiness> {
  const outcomes = await Promise.all(
    checks.map(async ({ name, isRequired, passes }) => {
      const verdict = await Promise.race([passes().catch(() => false), sleep(WITHIN_MS, false, { ref: false })]);
      return { name, verdict, isInTheWay: isRequired && isInTheWay(verdict) };
    }),
  );
  return {
    isReady: outcomes.every(({ isInTheWay }) => !isInTheWay),
    checks: Object.fromEntries(outcomes.map(({ name, verdict }) => [name, shown(verdict)])),
  };
}

function isInTheWay(verdict: Verdict): boolean {
  return typeof verdict === 'boolean' ? !verdict : verdict.onlyShows !== true;
}

function shown(verdict: Verdict): Readiness['checks'][string] {
  if (typeof verdict === 'boolean') return verdict ? 'ok' : 'failed';
  return `failed: ${verdict.reason}`;
}
