import { setTimeout as sleep } from 'node:timers/promises';

/** Something that requests or jobs need, and how to find out whether it is there. */
export interface Check {
  readonly name: string;
  /** Whether nothing can be served without it; what is not required only shows. */
  readonly isRequired: boolean;
  passes(): Promise<boolean>;
}

export interface Readiness {
  readonly isReady: boolean;
  /** By name of the check. */
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

/** A check that takes longer has failed: whoever asks has a timeout too. */
const WITHIN_MS = 2_000;

/** Runs every check at once. A check that throws has failed. */
export async function readinessOf(checks: readonly Check[]): Promise<Readiness> {
  const outcomes = await Promise.all(
    checks.map(async (check) => {
      const passed = await Promise.race([check.passes().catch(() => false), sleep(WITHIN_MS, false, { ref: false })]);
      return { check, passed };
    }),
  );
  return {
    isReady: outcomes.every(({ check, passed }) => passed || !check.isRequired),
    checks: Object.fromEntries(outcomes.map(({ check, passed }) => [check.name, passed ? 'ok' : 'failed'])),
  };
}
