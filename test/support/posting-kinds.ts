import type { PostingKind } from '../../core/jobs/job-types-and-enqueue.js';
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
  /** The id of the payment or the reversal. */
  id(): Promise<string>;
  /** The reference under which it is posted, while it is reserved or afterwards. */
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

export type PostingKindCaseOf = (harness: PostingHarness) => Promise<PostingKindCase>;

const KEY = 'act';

export const payment: PostingKindCaseOf = async (harness) => ({
  kind: 'payment',
  ask: () => harness.record(KEY),
  onSend(send) {
    harness.system.script.postPayment = send;
  },
  sent: () => harness.system.sent,
  id: () => harness.subjectOf(KEY),
  reference: async () => harness.postedAs(await harness.subjectOf(KEY)),
  status: async () => harness.statusOf(await harness.subjectOf(KEY)),
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
export const reversal: PostingKindCaseOf = async (harness) => {
  await harness.record('paid before');
  const paymentId = await harness.subjectOf('paid before');
  const postedAs = await harness.postedAs(paymentId);
  return {
    kind: 'reversal',
    ask: () => harness.reverse(paymentId, KEY),
    onSend(send) {
      harness.system.script.reversePayment = send;
    },
    sent: () => harness.system.sent.filter((reference) => reference !== postedAs),
    id: () => harness.subjectOf(KEY),
    reference: async () => harness.postedAs(await harness.subjectOf(KEY)),
    status: () => harness.statusOf(paymentId),
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
