import { shortDay } from '../../format/dates';
import { dollars } from '../../format/money';
import { promiseShown } from '../../format/notes';
import type { NoteFieldsFragment } from '../../generated/graphql';
import { Mark } from '../../ui/mark';

type Promised = NonNullable<NoteFieldsFragment['promise']>;

/** The amount, the day, and whether the promise was kept. */
export function PromiseOfNote({ promise }: { readonly promise: Promised }) {
  const { text, tone } = promiseShown(promise.state);
  return (
    <>
      {dollars(promise.amountCents)} by {shortDay(promise.promisedOn)} · <Mark tone={tone}>{text}</Mark>
      {promise.state !== 'kept' && promise.receivedCents > 0 && (
        <span className="quiet"> {dollars(promise.receivedCents)} received</span>
      )}
    </>
  );
}
