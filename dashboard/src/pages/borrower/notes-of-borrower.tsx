import { useState } from 'react';
import { numberOf } from '../../format/display-names';
import { Button } from '../../ui/button';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { NoteItem } from '../notes/note-item';
import { type LoanOfBorrower, newestOf, whyOfAny } from './loan-of-borrower';

/** The number of notes shown before “Show more”. */
const SHOWN_FIRST = 5;

/** The last contacts and promises on all loans of a person, newest first. */
export function NotesOfBorrower({ loans }: { readonly loans: readonly LoanOfBorrower[] }) {
  const [isWhole, setWhole] = useState(false);
  const notes = newestOf(loans, (loan) => loan.notes);
  const problem = whyOfAny(loans, 'notes');
  const shown = isWhole ? notes : notes.slice(0, SHOWN_FIRST);
  return (
    <Card title="Contacts and promises">
      {problem && <NotRead what="Some of the notes" problem={problem} />}
      {!problem && notes.length === 0 && <p className="quiet">No notes on any loan.</p>}
      <ul className="plain-list">
        {shown.map(({ loan, item }) => (
          <NoteItem key={item.id} note={item} loan={<RowLink to={`/accounts/${loan.id}`}>{numberOf(loan)}</RowLink>} />
        ))}
      </ul>
      {notes.length > shown.length && (
        <Button onPress={() => setWhole(true)}>Show {notes.length - shown.length} more</Button>
      )}
    </Card>
  );
}
