import { useState } from 'react';
import type { NoteFieldsFragment } from '../../generated/graphql';
import type { GraphProblem } from '../../graph/problem';
import { useHasRoleAt } from '../../session/operator';
import { Button } from '../../ui/button';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { NoteItem } from '../notes/note-item';
import { AddNote } from './add-note';

/** The number of notes shown before “Show all”. */
const SHOWN_FIRST = 3;

interface NotesProps {
  readonly id: string;
  readonly organizationId: string;
  readonly notes: readonly NoteFieldsFragment[];
  readonly problem: GraphProblem | undefined;
}

/** The newest notes on a loan, and a form for the next one. */
export function NotesOfAccount({ id, organizationId, notes, problem }: NotesProps) {
  const mayWrite = useHasRoleAt('agent')(organizationId);
  const [isWriting, setWriting] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? notes : notes.slice(0, SHOWN_FIRST);
  return (
    <Card title="Notes" aside={mayWrite && <Button onPress={() => setWriting(true)}>Add a note</Button>}>
      {problem && <NotRead what="Notes" problem={problem} />}
      {!problem && notes.length === 0 && <p className="quiet">No notes on this loan.</p>}
      <ul className="plain-list">
        {shown.map((note) => (
          <NoteItem key={note.id} note={note} />
        ))}
      </ul>
      {notes.length > shown.length && (
        <Button onPress={() => setWhole(true)}>Show {notes.length - shown.length} more</Button>
      )}
      {isWriting && <AddNote accountId={id} onClose={() => setWriting(false)} />}
    </Card>
  );
}
