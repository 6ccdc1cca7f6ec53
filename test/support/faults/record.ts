/** The meaning of a response, or of a missing one, to a client. */
export type Verdict =
  /** 200, 201 or 202. */
  | 'acknowledged'
  /** The client sends the same request again, with the same key: 409 in progress, 429, 502 of a capture, 503, 504. */
  | 'refused'
  /** The loan system's refusal: nothing was posted. */
  | 'rejected'
  /** No response: the connection was cut, or the client stopped waiting. */
  | 'cut'
  /** Anything else: an error of the product. */
  | 'wrong';

/** The kinds of load; `ledger` and `remote` are single payments. */
export type LoadKind = 'ledger' | 'remote' | 'others';

export interface Attempt {
  readonly lane: LoadKind;
  /** On the monotonic clock. */
  readonly sentAt: number;
  readonly endedAt: number;
  readonly verdict: Verdict;
}

/** An acknowledged request of a client under one key. */
export type Acknowledged =
  | {
      readonly kind: 'payment';
      readonly key: string;
      readonly account: string;
      readonly amount: number;
      readonly reference: string;
      readonly id: string;
      readonly status: number;
    }
  | { readonly kind: 'reversal'; readonly key: string; readonly id: string }
  | {
      readonly kind: 'batch';
      readonly key: string;
      readonly id: string;
      readonly body: object;
      readonly references: readonly string[];
    }
  | { readonly kind: 'capture'; readonly key: string; readonly id: string }
  | { readonly kind: 'boarding'; readonly key: string; readonly id: string; readonly loans: number }
  | { readonly kind: 'schedule'; readonly key: string; readonly id: string; readonly amount: number }
  /** Its campaign, which no other event has. */
  | { readonly kind: 'email_event'; readonly id: string };

export type AcknowledgedOf<Kind extends Acknowledged['kind']> = Extract<Acknowledged, { readonly kind: Kind }>;

/** All requests of the load's clients, with their responses. */
export class LoadRecord {
  readonly attempts: Attempt[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** Keys that were acknowledged for more than one object. */
  readonly contradicted: string[] = [];
  /** Responses that are errors of the product, as text. */
  readonly wrong: string[] = [];

  attempted(attempt: Attempt): void {
    this.attempts.push(attempt);
  }

  of<Kind extends Acknowledged['kind']>(kind: Kind): readonly AcknowledgedOf<Kind>[] {
    return this.acknowledged.filter((one): one is AcknowledgedOf<Kind> => one.kind === kind);
  }

  /** When the first payment of a kind that was sent at or after `since` was accepted. */
  acceptedSince(lane: LoadKind, since: number): number | undefined {
    const accepted = this.attempts.filter(
      (one) => one.lane === lane && one.sentAt >= since && one.verdict === 'acknowledged',
    );
    return accepted.length === 0 ? undefined : Math.min(...accepted.map(({ endedAt }) => endedAt));
  }

  /** Single payments that were sent at or after `since` and have ended. */
  endedSince(since: number): readonly Attempt[] {
    return this.attempts.filter(({ lane, sentAt }) => lane !== 'others' && sentAt >= since);
  }
}
