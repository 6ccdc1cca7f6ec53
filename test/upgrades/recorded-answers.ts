import { z } from 'zod';

/** The answers that a version's clients received; every later version must keep to them. */
export const recordedAnswersSchema = z.object({
  /** The settings that its database depends on. The secrets were made for this dump only. */
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
  /** Lists and single reads; a later version may add members but not change any. */
  reads: z.array(z.object({ path: z.string(), answer: z.record(z.string(), z.unknown()) })),
  /** Postings with an unknown outcome, and their final state. */
  pending: z.array(z.object({ paymentId: z.string(), becomes: z.string() })),
});

export type RecordedAnswers = z.infer<typeof recordedAnswersSchema>;
