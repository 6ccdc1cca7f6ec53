/** The optional key argument of a mutation that is carried out once per key. */
export const OPTIONAL_KEY = {
  nullable: true,
  description:
    'Send the same key with the same input to repeat a request whose answer was lost. For 24 hours the request is carried out only once; a repetition returns the object that the first one created, in its current state. A key belongs to the caller who used it first.',
} as const;

/** The field that distinguishes a replay from a first answer. */
export const REPLAYED = { description: 'Whether this is the answer to an earlier request with the same key.' } as const;
