import { z } from 'zod';

const text = z.string();

/** What a version was in the middle of when it was stopped, and what its clients had been answered by then. */
export const inFlightSchema = z.object({
  /** The settings that its database depends on. Made for this dump, and secrets of nothing else. */
  settings: z.record(text, text),
  /** The business day on which it was stopped. */
  stoppedOn: text,
  /** The real time then: leases, tries and ages are by it, and a later day goes on from there. */
  stoppedAt: text,
  organizationId: text,
  key: z.object({ prefix: text, plaintext: text }),
  /** Requests under an Idempotency-Key, and their answers. */
  writes: z.array(
    z.object({ path: text, key: text, body: z.record(text, z.unknown()), status: z.number(), answer: text }),
  ),
  /** A payment that was recorded over GraphQL, its key kept with blanks around it. */
  graphql: z.object({ query: text, variables: z.record(text, z.unknown()), payment: z.record(text, z.unknown()) }),
  /** Reports as of days that were closed. */
  reports: z.array(z.object({ path: text, items: z.array(z.record(text, z.unknown())) })),
  series: z.object({ query: text, data: z.record(text, z.unknown()) }),
  /** Payments whose outcome was not known. */
  pending: z.array(z.object({ paymentId: text, becomes: text })),
  /** A payment whose reversal's outcome was not known. */
  reversal: text,
  /**
   * Rows, by position: 1 recorded; 2 the same key with blanks behind it, not tried; 3 recorded under a key with a blank, and not written down;
   * 4 not tried; 5 recorded under a key with a blank in front; 6 the same key without it, not tried. Accounts: of 1 and 2, of 3, of 4, of 5 and 6.
   */
  batch: z.object({ id: text, accountIds: z.array(text) }),
  /** Ids of schedules, by what their runs of that day were at. */
  autopay: z.object({
    /** Two of the same account, method and amount; nothing was sent for either. */
    equal: z.array(text),
    /** Declined; its equal was charged. */
    equalRetrying: text,
    equalPosted: text,
    retrying: text,
    /** To be charged; nothing was sent. */
    unsent: text,
    /** Charged; the answer was lost. */
    unconfirmed: text,
    /** Charged, not posted. */
    charged: text,
  }),
  /** One loan of three was written. */
  boardingId: text,
  /** Day-end charged it off on 1 July, and a person took that back on the day after. */
  undoneAccountId: text,
  /** Charged off by the same day-end, and still so. */
  lostAccountId: text,
  /** Paid off on 20 November with the interest of that day. */
  paidOff: z.object({ accountId: text, paymentId: text }),
  deliveries: z.object({ endpointId: text, secret: text, eventsBefore: z.number() }),
  /** Its queue. */
  jobs: z.array(z.object({ identifier: text, payload: z.record(text, z.unknown()), key: text.nullable() })),
});

export type InFlight = z.infer<typeof inFlightSchema>;
