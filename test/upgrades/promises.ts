import { z } from 'zod';

/** What a version's clients were told, and hold every later version to. */
export const promisesSchema = z.object({
  /** The settings that its database depends on. Made for this dump, and secrets of nothing else. */
  settings: z.record(z.string(), z.string()),
  key: z.object({ prefix: z.string(), plaintext: z.string() }),
  /** Requests under an Idempotency-Key, and their answers. */
  writes: z.array(
    z.object({
      host: z.enum(['base', 'secure']),
      path: z.string(),
      key: z.string(),
      body: z.record(z.string(), z.unknown()),
      status: z.number(),
      answer: z.string(),
    }),
  ),
  /** Lists and single reads; a later version may answer more members, never others. */
  reads: z.array(z.object({ path: z.string(), answer: z.record(z.string(), z.unknown()) })),
  /** Postings whose outcome nobody knew, and what becomes of them. */
  pending: z.array(z.object({ paymentId: z.string(), becomes: z.string() })),
});

export type Promises = z.infer<typeof promisesSchema>;
