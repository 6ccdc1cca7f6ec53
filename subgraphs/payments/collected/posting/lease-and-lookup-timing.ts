/** How long after its reservation began a request may still be sent. */
export const SEND_WITHIN_MS = 5_000;

export interface SettlementTiming {
  /** Timeout of one call to a loan system, milliseconds. */
  readonly callTimeoutMs: number;
  /** Pause before the first lookup of an unknown outcome, in milliseconds; later pauses double. */
  readonly firstLookMs: number;
}

export interface PaymentsTiming extends SettlementTiming {
  /** Timeout of one call to a card processor, milliseconds. */
  readonly chargeTimeoutMs: number;
}

/** A reservation's lease: the time to send, and the call itself. No other process changes the row before it ends. */
export function leaseMs(timing: SettlementTiming): number {
  return SEND_WITHIN_MS + timing.callTimeoutMs;
}

/** How long writing the outcome of a card capture may take. */
const CONCLUDE_WITHIN_MS = 10_000;

/** A card capture's lease: the time to send, the call, and the time to write the outcome. */
export function captureLeaseMs({ chargeTimeoutMs }: Pick<PaymentsTiming, 'chargeTimeoutMs'>): number {
  return SEND_WITHIN_MS + chargeTimeoutMs + CONCLUDE_WITHIN_MS;
}

const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * Pause after a lookup of a posting that has been open for `openForMs`: the same time again, so that pauses double
 * without a counter; ten minutes at most.
 */
export function pauseMs(timing: SettlementTiming, openForMs: number): number {
  return Math.min(Math.max(timing.firstLookMs, openForMs), LONGEST_PAUSE_MS);
}
