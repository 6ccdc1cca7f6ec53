import { z } from 'zod';

const text = z.string();

/** The unfinished work of a version when it was stopped, and the answers that its clients had received by then. */
export const inFlightSchema = z.object({
  /** The settings that its database depends on. The secrets were made for this dump only. */
  settings: z.record(text, text),
  /** The business day on which it was stopped. */
  stoppedOn: text,
  /** The real time of the stop. Leases, tries and ages are measured by it. */
  stoppedAt: text,
  organizationId: text,
  key: z.object({ prefix: text, plaintext: text }),
  /** Requests under an Idempotency-Key, and their answers. */
  writes: z.array(
    z.object({ path: text, key: text, body: z.record(text, z.unknown()), status: z.number(), answer: text }),
  ),
  /** A payment recorded over GraphQL; its key is stored with surrounding blanks. */
  graphql: z.object({ query: text, variables: z.record(text, z.unknown()), payment: z.record(text, z.unknown()) }),
  /** Reports as of closed days. */
  reports: z.array(z.object({ path: text, items: z.array(z.record(text, z.unknown())) })),
  series: z.object({ query: text, data: z.record(text, z.unknown()) }),
  /** Payments with an unknown outcome. */
  pending: z.array(z.object({ paymentId: text, becomes: text })),
  /** A payment whose reversal has an unknown outcome. */
  reversal: text,
  /**
   * Rows, by position: 1 recorded; 2 the same key with trailing blanks, not tried; 3 recorded under a key with a blank,
   * outcome not stored in the batch; 4 not tried; 5 recorded under a key with a leading blank; 6 the same key without
   * it, not tried. Accounts: of rows 1 and 2, of 3, of 4, of 5 and 6.
   */
  batch: z.object({ id: text, accountIds: z.array(text) }),
  /** Ids of schedules, by the state of their runs of that day. */
  autopay: z.object({
    /** Two with the same account, method and amount; nothing was sent for either. */
    equal: z.array(text),
    /** Declined; the equal run was charged. */
    equalRetrying: text,
    equalPosted: text,
    retrying: text,
    /** Due; nothing was sent. */
    unsent: text,
    /** Charged; the answer was lost. */
    unconfirmed: text,
    /** Charged, not posted. */
    charged: text,
  }),
  /** One of three loans was written. */
  boardingId: text,
  /** Day-end charged it off on 1 July, and an operator undid that on the next day. */
  undoneAccountId: text,
  /** Charged off by the same day-end, and still charged off. */
  lostAccountId: text,
  /** Paid off on 20 November with the interest of that day. */
  paidOff: z.object({ accountId: text, paymentId: text }),
  deliveries: z.object({ endpointId: text, secret: text, eventsBefore: z.number() }),
  /** The job queue. */
  jobs: z.array(z.object({ identifier: text, payload: z.record(text, z.unknown()), key: text.nullable() })),
});

export type InFlight = z.infer<typeof inFlightSchema>;
