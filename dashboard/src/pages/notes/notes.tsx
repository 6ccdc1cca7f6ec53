import { NOTE_KIND_CHOICES, NOTE_KINDS, noteKind, PROMISE_CHOICES, PROMISE_STATES } from '../../format/notes';
import { NoteListDocument, type NoteListQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { useFilters } from '../../ui/use-filters';
import { PromiseOfNote } from './promise-state';

type Note = NoteListQuery['accountNotes']['items'][number];

const COLUMNS: readonly Column<Note>[] = [
  BORROWER,
  LOAN,
  { name: 'Created', cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { name: 'Kind', cell: ({ kind }) => noteKind(kind) },
  { name: 'Promise', cell: ({ promise }) => orDash(promise, (each) => <PromiseOfNote promise={each} />) },
  {
    name: 'Note',
    isFirstWhereNarrow: true,
    cell: ({ text }) => (text === null || text === undefined ? <span className="quiet">Erased on request</span> : text),
  },
  { name: 'By', cell: ({ writtenBy, writtenByName }) => writtenByName ?? writtenBy },
];

/** Notes on all loans: calls, letters and promises to pay. */
export function Notes() {
  const { search, choice, typed, days, zonedDays, organizationId } = useFilters('/notes');
  const { text, kind, promise, from, to } = search;
  const variables = {
    ...{ organizationId, text: text ?? null, ...zonedDays },
    kind: NOTE_KINDS.find((each) => each === kind) ?? null,
    promiseState: PROMISE_STATES.find((each) => each === promise) ?? null,
  };
  const list = useList('notes', NoteListDocument, variables, ({ accountNotes }) => accountNotes, true);
  const isFiltered = [text, kind, promise, from, to].some((filter) => filter !== undefined);
  return (
    <ListPage
      title="Notes"
      hasViews
      about="Notes of your staff on loans, newest first: calls, letters, promises to pay."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={
        isFiltered
          ? { title: 'No notes match these filters', text: 'Remove a filter to see more.' }
          : { title: 'There are no notes yet', text: 'Open a loan to write the first one.' }
      }
      actions={
        <>
          {typed('Words of a note', 'text')}
          {choice('Kind', 'kind', NOTE_KIND_CHOICES)}
          {choice('Promise', 'promise', PROMISE_CHOICES)}
          {days}
        </>
      }
    />
  );
}
