import { ACCOUNT_NOTE_KINDS, PROMISE_STATES } from '../contract/account-note.js';
import { enumOf } from './enum.js';

export const NoteKind = enumOf(ACCOUNT_NOTE_KINDS, {
  name: 'AccountNoteKind',
  description: 'What a note is about.',
  values: {
    call: 'A telephone call.',
    email: 'An email.',
    letter: 'A letter.',
    promise_to_pay: 'The borrower promised to pay an amount by a day.',
    other: 'Anything else.',
  },
});

export const PromiseStateEnum = enumOf(PROMISE_STATES, {
  name: 'PromiseState',
  description: 'Whether a promise to pay was kept.',
  values: {
    open: 'The promised day is not over, and the amount has not been received yet.',
    kept: 'Payments posted and not reversed, from the note to the end of the promised business day, reach the amount.',
    broken: 'They did not reach it, or a payment was returned later.',
  },
});
