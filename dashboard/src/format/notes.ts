import type { AccountNoteKind, PromiseState } from '../generated/graphql';
import type { Tone } from './statuses';

/** Display names of the kinds of notes, in the order of forms and filters. */
const KINDS: Readonly<Record<AccountNoteKind, string>> = {
  call: 'Call',
  email: 'Email',
  letter: 'Letter',
  promise_to_pay: 'Promise to pay',
  other: 'Other',
};

const PROMISES: Readonly<Record<PromiseState, { readonly text: string; readonly tone: Tone }>> = {
  open: { text: 'Open', tone: 'waiting' },
  kept: { text: 'Kept', tone: 'good' },
  broken: { text: 'Broken', tone: 'bad' },
};

export const NOTE_KINDS = Object.keys(KINDS) as readonly AccountNoteKind[];
export const PROMISE_STATES = Object.keys(PROMISES) as readonly PromiseState[];
export const NOTE_KIND_CHOICES = NOTE_KINDS.map((id) => ({ id, text: KINDS[id] }));
export const PROMISE_CHOICES = PROMISE_STATES.map((id) => ({ id, text: PROMISES[id].text }));

/** A newer server may send a kind that this page does not know. */
export function noteKind(kind: string): string {
  const known: Readonly<Record<string, string>> = KINDS;
  return known[kind] ?? 'Note';
}

export function promiseShown(state: string): { readonly text: string; readonly tone: Tone } {
  const known: Readonly<Record<string, (typeof PROMISES)[PromiseState]>> = PROMISES;
  return known[state] ?? { text: state, tone: 'plain' };
}
