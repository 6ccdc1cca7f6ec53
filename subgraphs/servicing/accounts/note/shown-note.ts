import type { PromiseState } from '../../../../core/contract/account-note.js';
import type { NoteRow } from './note.reads.store.js';
import type { AccountNote, PromiseToPay } from './note.type.js';

/** A stored note as the API shows it. */
export function shownNote({
  promisedCents,
  promisedOn,
  promiseEndsOn,
  receivedCents,
  promiseState,
  ...note
}: NoteRow): AccountNote {
  const isPromise = promisedCents !== null && promisedOn !== null && promiseEndsOn !== null;
  const promise: PromiseToPay | null = isPromise
    ? {
        amountCents: promisedCents,
        promisedOn,
        endsOn: promiseEndsOn,
        receivedCents: receivedCents ?? 0,
        state: stateOf(promiseState),
      }
    : null;
  return { ...note, promise };
}

function stateOf(stored: string | null): PromiseState {
  return stored === 'kept' || stored === 'broken' ? stored : 'open';
}
