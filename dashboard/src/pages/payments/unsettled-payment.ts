import type { CollectedPaymentStatus } from '../../generated/graphql';

const UNSETTLED: readonly CollectedPaymentStatus[] = ['pending', 'pending_confirmation', 'reversal_pending'];
const REFRESH_MS = 3_000;

/** How often to read a payment again; false once its outcome is known. */
export function untilSettled(status: CollectedPaymentStatus | undefined): number | false {
  return status !== undefined && UNSETTLED.includes(status) ? REFRESH_MS : false;
}
