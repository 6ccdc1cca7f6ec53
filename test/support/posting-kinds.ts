import type { PostingKind } from '../../core/jobs/jobs.js';
import type { PostingOutcome } from '../../loan-model/port.js';
import type { PostingHarness } from './posting-harness.js';

/** A payment, or the reversal of a posted one: both follow the same protocol. */
export interface PostingKindCase {
  readonly kind: PostingKind;
  /** Sends the request, always with the same key; returns the result as text, as `PostingHarness.record` does. */
  ask(): Promise<string>;
  /** The loan system's reaction when the request reaches it. */
  onSend(send: () => Promise<PostingOutcome>): void;
  /** References of the requests that reached the loan system. */
  sent(): readonly string[];
  /** The reference under which it is reserved. */
  reference(): Promise<string>;
  /** The payment's status; undefined if there is no payment. */
  status(): Promise<string | undefined>;
  readonly statuses: {
    readonly reserved: string;
    readonly unconfirmed: string;
    readonly done: string;
    readonly withdrawn: string | undefined;
    readonly failed: string;
  };
  /** The exception if the posting is found done after it was settled as not done. */
  readonly contradiction: string;
}

export type PostingKindCaseOf = (desk: PostingHarness) => Promise<PostingKindCase>;

const KEY = 'act';

export const payment: PostingKindCaseOf = async (desk) => ({
  kind: 'payment',
  ask: () => desk.record(KEY),
  onSend(send) {
    desk.system.script.postPayment = send;
  },
  sent: () => desk.system.sent,
  reference: () => desk.referenceOf(KEY),
  status: async () => desk.statusOf(await desk.referenceOf(KEY)),
  statuses: {
    reserved: 'pending',
    unconfirmed: 'pending_confirmation',
    done: 'posted',
    withdrawn: undefined,
    failed: 'failed',
  },
  contradiction: 'posted_after_failed',
});

/** Reverses a payment that is posted first. */
export const reversal: PostingKindCaseOf = async (desk) => {
  await desk.record('paid before');
  const paymentId = await desk.referenceOf('paid before');
  return {
    kind: 'reversal',
    ask: () => desk.reverse(paymentId, KEY),
    onSend(send) {
      desk.system.script.reversePayment = send;
    },
    sent: () => desk.system.sent.filter((reference) => reference !== paymentId),
    reference: () => desk.referenceOf(KEY),
    status: () => desk.statusOf(paymentId),
    statuses: {
      reserved: 'reversal_pending',
      unconfirmed: 'reversal_pending',
      done: 'reversed',
      withdrawn: 'posted',
      failed: 'posted',
    },
    contradiction: 'reversed_after_refused',
  };
};
