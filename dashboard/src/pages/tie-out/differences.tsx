import { Link } from '@tanstack/react-router';
import { day as dayInWords } from '../../format/dates';
import { sideName } from '../../format/display-names';
import { DIFFERENCE_CHOICES } from '../../format/exceptions';
import { statusChoices, statusesOf } from '../../format/statuses';
import { Page } from '../../ui/page';
import { useFilters } from '../../ui/use-filters';
import { DifferenceList } from './difference-list';

const CHOICES = [...statusChoices('difference'), { id: 'all', text: 'All' }];

/** All differences, of any day. */
export function Differences() {
  const { search, choice, organizationId } = useFilters('/tie-out/differences');
  const { status = 'open', kind, side, day } = search;
  const found = statusesOf('difference').find((each) => each === status);
  const about = [side && sideName(side), day && dayInWords(day)].filter(Boolean).join(', ');
  return (
    <Page
      title="Differences"
      about={about || 'All differences found by the tie-out, of any day.'}
      actions={
        <>
          <Link to="/tie-out">All days</Link>
          {choice('Status', 'status', CHOICES, status)}
          {choice('Kind', 'kind', DIFFERENCE_CHOICES)}
        </>
      }
    >
      <DifferenceList
        filters={{
          ...{ organizationId, side: side ?? null, businessDay: day ?? null },
          ...{ statuses: found ? [found] : null, kinds: kind ? [kind] : null },
        }}
        empty={status === 'open' ? 'No difference needs a decision' : 'No differences match these filters'}
      />
    </Page>
  );
}
