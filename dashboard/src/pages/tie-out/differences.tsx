import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { day as dayInWords } from '../../format/dates';
import { sideName } from '../../format/display-names';
import { DIFFERENCE_KINDS, exceptionName, shownStatus, TIE_OUT } from '../../format/statuses';
import type { TieOutDifferenceStatus } from '../../generated/graphql';
import { useLender } from '../../lender/chosen-lender';
import { ChoiceFilter } from '../../ui/choice-filter';
import { Page } from '../../ui/page';
import { DifferenceList } from './difference-list';

const STATUSES: readonly TieOutDifferenceStatus[] = ['open', 'waiting', 'accepted', 'gone'];
const CHOICES = [
  ...STATUSES.map((id) => ({ id, text: shownStatus('difference', id).text })),
  { id: 'all', text: 'All' },
];
const KINDS = DIFFERENCE_KINDS.map((id) => ({ id, text: exceptionName(`${TIE_OUT}${id}`) }));

/** All differences, of any day. */
export function Differences() {
  const { status = 'open', kind, side, day } = useSearch({ from: '/tie-out/differences' });
  const navigate = useNavigate({ from: '/tie-out/differences' });
  const organizationId = useLender();
  const change = (changed: { status?: string; kind?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const found = STATUSES.find((each) => each === status);
  const about = [side && sideName(side), day && dayInWords(day)].filter(Boolean).join(', ');
  return (
    <Page
      title="Differences"
      about={about || 'All differences found by the tie-out, of any day.'}
      actions={
        <>
          <Link to="/tie-out">All days</Link>
          <ChoiceFilter
            label="Status"
            choices={CHOICES}
            chosen={status}
            isRequired
            onChoose={(id) => change({ status: id })}
          />
          <ChoiceFilter label="Kind" choices={KINDS} chosen={kind ?? ''} onChoose={(id) => change({ kind: id })} />
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
