/** The argument of a mutation that is carried out once per key, and that may come without one. */
export const OPTIONAL_KEY = {
  nullable: true,
  description:
    'The same key, with the same input, repeats a request whose answer was lost: for 24 hours it is carried out once, and a repetition is answered with what the first one made, as it is now. A key belongs to the caller who used it first.',
} as const;

/** The field that tells a replay from a first answer. */
export const REPLAYED = { description: 'Whether this answers an earlier request with the same key.' } as const;
