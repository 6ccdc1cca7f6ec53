import type { Paged } from '../graph/use-paged-or-whole-list';
import { Button } from './button';

/** Loads the next page of a list of cards; nothing when all are shown. */
export function ShowMore({ more }: Pick<Paged<unknown>, 'more'>) {
  return (
    more && (
      <Button onPress={more.load} isDisabled={more.isLoading}>
        Show more
      </Button>
    )
  );
}
