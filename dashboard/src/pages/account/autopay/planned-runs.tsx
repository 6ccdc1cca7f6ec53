import { day } from '../../../format/dates';
import { dollars } from '../../../format/money';
import { PlannedRunsDocument, type PreviewScheduleInput } from '../../../generated/graphql';
import { messageOf } from '../../../graph/problem';
import { useAnswer } from '../../../graph/use-answer';
import { useDebounced } from '../../../ui/debounced';

const SHOWN = 6;

/** The first dates and amounts of a schedule that does not exist yet. */
export function PlannedRuns({ schedule }: { readonly schedule: PreviewScheduleInput | undefined }) {
  const typed = useDebounced(schedule === undefined ? '' : JSON.stringify(schedule));
  const asked: PreviewScheduleInput | undefined = typed === '' ? undefined : JSON.parse(typed);
  const { data, error } = useAnswer(
    'planned-runs',
    PlannedRunsDocument,
    { schedule: asked ?? NO_SCHEDULE },
    { enabled: asked !== undefined, retry: false, gcTime: 0 },
  );
  const isCurrent = schedule !== undefined && typed === JSON.stringify(schedule);
  const runs = isCurrent ? data?.previewRuns.runs : undefined;
  return (
    <div role="status" aria-label="Planned charges">
      {error && isCurrent && <p className="quiet">{messageOf(error)}</p>}
      {runs?.length === 0 && <p className="quiet">It would charge nothing.</p>}
      {runs !== undefined && runs.length > 0 && (
        <>
          <p className="quiet">
            {runs.length < SHOWN ? 'It would charge:' : `Its first ${SHOWN} charges:`}
            {data?.previewRuns.payoffKnown === false && ' (the payoff is not known; a charge never exceeds it)'}
          </p>
          <ul>
            {runs.map(({ dueOn, amountCents }) => (
              <li key={dueOn}>
                {day(dueOn)}: {dollars(amountCents)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const NO_SCHEDULE: PreviewScheduleInput = {
  ...{ accountId: '', amountCents: 1, startDate: '9999-12-31' },
  ...{ frequencyUnit: 'month', frequencyInterval: 1 },
};
