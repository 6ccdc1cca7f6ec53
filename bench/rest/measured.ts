import type { ComparedKind, ScenarioId } from './scenarios.js';

/** One server in one scenario: medians of the rounds. */
export interface Measured {
  readonly scenario: ScenarioId;
  readonly server: ComparedKind;
  /** Undefined if the server does not have the scenario. */
  readonly figures: Figures | undefined;
}

export interface Figures {
  readonly perSecond: number;
  /** Processor time per request, microseconds; undefined where the system does not report it. */
  readonly serverMicroseconds: number | undefined;
  readonly postgresMicroseconds: number | undefined;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests of the latency measurement that failed. */
  readonly failed: number;
  /** The disk's fdatasync, right before the latencies; undefined for reads. */
  readonly diskSyncP99Ms: number | undefined;
}

/** The figures of a server as a share of another's in the same scenario. */
export function ratioTo(
  other: ComparedKind,
  { scenario, figures }: Measured,
  all: readonly Measured[],
): number | undefined {
  const base = all.find((each) => each.scenario === scenario && each.server === other)?.figures;
  return base && figures && figures.perSecond / base.perSecond;
}
