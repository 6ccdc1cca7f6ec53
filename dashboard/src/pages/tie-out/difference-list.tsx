import { day } from '../../format/dates';
import { numberOf, sideName } from '../../format/display-names';
import { exceptionName, exceptionToDo } from '../../format/exceptions';
import { DifferenceListDocument, type DifferenceListQueryVariables } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { BothSides } from '../../ui/both-sides-facts-table';
import { Cards } from '../../ui/cards';
import { Ago } from '../../ui/instant';
import { LoanLink } from '../../ui/loan-link';
import { Status } from '../../ui/status';
import { ResolvedNote } from '../exceptions/resolve-or-defer-exception';
import { type Difference, DifferenceActs, LastAct } from './correct-or-accept-difference';

interface DifferenceListProps {
  readonly filters: Omit<DifferenceListQueryVariables, 'cursor'>;
  /** The text shown when the list is empty. */
  readonly empty: string;
}

export function DifferenceList({ filters, empty }: DifferenceListProps) {
  const list = useList(
    'differences',
    DifferenceListDocument,
    filters,
    ({ tieOutDifferences }) => tieOutDifferences,
    true,
  );
  return (
    <Cards list={list} empty={{ title: empty }}>
      {(row) => <DifferenceCard key={row.id} difference={row} />}
    </Cards>
  );
}

function DifferenceCard({ difference }: { readonly difference: Difference }) {
  const { side, status, acts, reference, firstDay, lastDay, ours, theirs, account, exception } = difference;
  const canBeFixed = acts.includes('post') || acts.includes('reverse');
  const days = firstDay === lastDay ? day(firstDay) : `${day(firstDay)} to ${day(lastDay)}`;
  return (
    <li className="card">
      <header>
        <h2>{exceptionName(exception.kind)}</h2>
        <Status kind="difference" status={status} />
      </header>
      <div className="filters">
        {account && (
          <>
            <LoanLink loan={account} />
            <span className="quiet">{numberOf(account)}</span>
          </>
        )}
        <span className="quiet">
          {sideName(side)} · {days} · <Ago at={exception.createdAt}>found </Ago>
        </span>
      </div>
      {acts.length > 0 && (
        <p>
          {canBeFixed && 'You can fix it here. '}
          {exceptionToDo(exception.kind)}
        </p>
      )}
      <BothSides ours={ours} theirs={theirs} side={sideName(side)} />
      {ours === null && (
        <p className="quiet">
          Reference <code>{reference}</code>
        </p>
      )}
      <ResolvedNote exception={exception} />
      <LastAct difference={difference} />
      <DifferenceActs difference={difference} />
    </li>
  );
}
