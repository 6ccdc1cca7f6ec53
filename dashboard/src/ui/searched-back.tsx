import type { Paged } from '../graph/use-paged-or-whole-list';
import { Button } from './button';
import { Instant } from './instant';

type Further = NonNullable<Paged<unknown>['further']>;

/** Below a search that reads a part of the rows at a time: how far back it has come, and a button that continues it. */
export function SearchedBack({ searchedBackTo, load, isLoading }: Further) {
  return (
    <div className="filters">
      <p role="status">
        Searched back to <Instant at={searchedBackTo} />. Older entries were not searched yet.
      </p>
      {/* Not disabled while it loads: a disabled button loses the focus. */}
      <Button onPress={() => !isLoading && load()} aria-disabled={isLoading}>
        Search further back
      </Button>
    </div>
  );
}
