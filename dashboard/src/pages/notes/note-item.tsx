import type { ReactNode } from 'react';
import { noteKind } from '../../format/notes';
import type { NoteFieldsFragment } from '../../generated/graphql';
import { Instant } from '../../ui/instant';
import { PromiseOfNote } from './promise-state';

interface NoteItemProps {
  readonly note: NoteFieldsFragment;
  /** A link to its loan, where notes of several loans are shown. */
  readonly loan?: ReactNode;
}

/** A note in a list of notes. */
export function NoteItem({ note, loan }: NoteItemProps) {
  const { kind, text, writtenBy, writtenByName, createdAt, promise } = note;
  return (
    <li>
      <p className="quiet">
        <strong>{noteKind(kind)}</strong> · <Instant at={createdAt} /> · {writtenByName ?? writtenBy}
        {loan && <> · {loan}</>}
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
