import { z } from 'zod';
import { isoDateText } from './date-range.js';
import { plainProse } from './stored-text.js';

export const ACCOUNT_NOTE_KINDS = ['call', 'email', 'letter', 'promise_to_pay', 'other'] as const;
export type AccountNoteKind = (typeof ACCOUNT_NOTE_KINDS)[number];

export const PROMISE_STATES = ['open', 'kept', 'broken'] as const;
export type PromiseState = (typeof PROMISE_STATES)[number];

const LONGEST_NOTE = 2_000;
/** As for a loan: a hundred million dollars. */
const MOST_CENTS = 10_000_000_000;

/** Body of a new note. Only a promise to pay has an amount and a day. */
export const accountNoteBody = z
  .strictObject({
    kind: z.enum(ACCOUNT_NOTE_KINDS),
    text: plainProse({ minimum: 1, maximum: LONGEST_NOTE }).refine((given) => given.trim() !== '', 'the note is blank'),
    promised_cents: z.int().positive().max(MOST_CENTS).nullish(),
    promised_on: isoDateText.nullish(),
  })
  .superRefine(
    ({ kind, promised_cents, promised_on }, { addIssue }) => {
      const isPromise = kind === 'promise_to_pay';
      for (const [name, value] of Object.entries({ promised_cents, promised_on })) {
        const isGiven = value !== null && value !== undefined;
        if (isGiven === isPromise) continue;
        const message = isPromise ? 'a promise to pay needs it' : 'only a promise to pay has it';
        addIssue({ code: 'custom', path: [name], message, input: value });
      }
    },
    { when: () => true },
  );

export type AccountNoteBody = z.output<typeof accountNoteBody>;
