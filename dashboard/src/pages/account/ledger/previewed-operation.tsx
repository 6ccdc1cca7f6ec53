import type { ReactNode } from 'react';
import { day, shortDay } from '../../../format/dates';
import { refusalOfOperation } from '../../../format/ledger-refusals';
import {
  type PositionFieldsFragment,
  type PreviewLedgerOperationInput,
  PreviewOperationDocument,
} from '../../../generated/graphql';
import { useAnswer } from '../../../graph/use-answer';
import { useDebounced } from '../../../ui/debounced';
import { Money } from '../../../ui/money';
import { Status } from '../../../ui/status';

interface PreviewedOperationProps {
  readonly accountId: string;
  /** Undefined: an amount is missing. */
  readonly input: PreviewLedgerOperationInput | undefined;
}

/** What an operation would change, by the ledger's own rules. It never prevents sending. */
export function PreviewedOperation({ accountId, input }: PreviewedOperationProps) {
  const typed = useDebounced(input === undefined ? '' : JSON.stringify(input));
  const asked: PreviewLedgerOperationInput | undefined = typed === '' ? undefined : JSON.parse(typed);
  const { data, error } = useAnswer(
    'operation-preview',
    PreviewOperationDocument,
    { id: accountId, input: asked ?? { type: 'closing' } },
    { enabled: asked !== undefined, retry: false, gcTime: 0 },
  );
  const isCurrent = input !== undefined && typed === JSON.stringify(input);
  const preview = isCurrent ? data?.previewLedgerOperation : undefined;
  return (
    <div role="status" aria-label="Preview" className="stack">
      {error && isCurrent && <p className="quiet">What it would change is not known right now.</p>}
      {preview?.refusal && <p className="error-text">{refusalOfOperation(preview.refusal)}</p>}
      {preview?.after && <Change asOf={preview.asOf} before={preview.before} after={preview.after} />}
    </div>
  );
}

type Position = PositionFieldsFragment;

interface ChangeProps {
  readonly asOf: string;
  readonly before: Position;
  readonly after: Position;
}

const ROWS: readonly (readonly [name: string, shownOf: (position: Position) => ReactNode])[] = [
  ['Status', ({ statusCode }) => <Status kind="account" status={statusCode} />],
  ['Principal', ({ principalCents }) => <Money cents={principalCents} />],
  ['Interest', ({ interestCents }) => <Money cents={interestCents} />],
  ['Fees', ({ feesCents }) => <Money cents={feesCents} />],
  ['Total owed', (position) => <Money cents={owedIn(position)} />],
  ['Past due', ({ pastDueCents }) => <Money cents={pastDueCents} />],
  [
    'Next due',
    ({ nextDueOn, nextDueCents }) =>
      nextDueOn ? (
        <>
          <Money cents={nextDueCents} /> on {shortDay(nextDueOn)}
        </>
      ) : (
        'Nothing'
      ),
  ],
];

function owedIn({ principalCents, interestCents, feesCents }: Position): number {
  return principalCents + interestCents + feesCents;
}

function Change({ asOf, before, after }: ChangeProps) {
  return (
    <table className="table plain both-sides" aria-label={`What changes on ${day(asOf)}`}>
      <thead>
        <tr>
          <th scope="col" className="fact">
            On {shortDay(asOf)}
          </th>
          <th scope="col" className="side">
            Now
          </th>
          <th scope="col" className="side">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([name, shownOf]) => (
          <tr key={name}>
            <th scope="row" className="fact quiet">
              {name}
            </th>
            <td className="side">{shownOf(before)}</td>
            <td className="side">{shownOf(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
