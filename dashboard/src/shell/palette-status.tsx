import { messageOf } from '../graph/problem';
import { Button } from '../ui/button';
import type { Search, useContactSearch } from './use-search';

interface PaletteStatusProps {
  readonly text: string;
  readonly search: Search;
  readonly contact: ReturnType<typeof useContactSearch>;
  /** Undefined: no rows. */
  readonly count: string | undefined;
}

/** Says what the search is doing. It stays in the document, so that each change is announced. */
export function PaletteStatus({ text, search, contact, count }: PaletteStatusProps) {
  const { isPending, error, unread, retry } = search;
  const isSearching = isPending || contact.isPending;
  const problem = error ?? contact.error;
  const notes = [
    isSearching && 'Searching …',
    Boolean(problem) && `The search failed: ${messageOf(problem)}`,
    ...unread.map((what) => `${what} could not be searched.`),
    contact.hits?.length === 0 && 'No borrower has it.',
    !isSearching && !problem && unread.length === 0 && count === undefined && text !== '' && 'No matches.',
  ].filter(Boolean);
  return (
    <>
      <div role="status">
        {notes.length > 0 && <p className="palette-note">{notes.join(' ')}</p>}
        {!isSearching && count !== undefined && <p className="sr-only">{count}</p>}
      </div>
      {(Boolean(error) || unread.length > 0) && (
        <Button look="plain" onPress={retry}>
          Try again
        </Button>
      )}
    </>
  );
}
