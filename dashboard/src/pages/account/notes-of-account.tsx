import { useState } from 'react';
import { noteKind } from '../../format/notes';
import { type NoteFieldsFragment, NotesOfLoanDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useHasRoleAt } from '../../session/operator';
import { Button } from '../../ui/button';
import { Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Instant } from '../../ui/instant';
import { Card } from '../../ui/page';
import { PromiseOfNote } from '../notes/promise-state';
import { AddNote } from './add-note';

/** The number of notes shown before “Show all”. */
const SHOWN_FIRST = 3;

interface NotesProps {
  readonly id: string;
  readonly organizationId: string;
}

/** The newest notes on a loan, and a form for the next one. */
export function NotesOfAccount({ id, organizationId }: NotesProps) {
  const mayWrite = useHasRoleAt('agent')(organizationId);
  const [isWriting, setWriting] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useAnswer('notes-of-loan', NotesOfLoanDocument, { id }, { isLive: true });
  const notes = data?.account.notes ?? [];
  const shown = isWhole ? notes : notes.slice(0, SHOWN_FIRST);
  return (
    <Card title="Notes" aside={mayWrite && <Button onPress={() => setWriting(true)}>Add a note</Button>}>
      {data === undefined && (error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton />)}
      {data && notes.length === 0 && <p className="quiet">No notes on this loan.</p>}
      <ul className="notes">
        {shown.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
      {notes.length > shown.length && (
        <Button onPress={() => setWhole(true)}>Show {notes.length - shown.length} more</Button>
      )}
      {isWriting && <AddNote accountId={id} onClose={() => setWriting(false)} />}
    </Card>
  );
}

function Note({
  note: { kind, text, writtenBy, writtenByName, createdAt, promise },
}: {
  readonly note: NoteFieldsFragment;
}) {
  return (
    <li>
      <p className="quiet">
        <strong>{noteKind(kind)}</strong> · <Instant at={createdAt} /> · {writtenByName ?? writtenBy}
      </p>
      {promise && (
        <p>
          <PromiseOfNote promise={promise} />
        </p>
      )}
      {text === null || text === undefined ? (
        <p className="quiet">Erased on request</p>
      ) : (
        <p className="note-text">{text}</p>
      )}
    </li>
  );
}
