import { day, shortDay } from '../../format/dates';
import { frequency, instrumentName } from '../../format/display-names';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { type AccountPageQuery, type AutopayStatus, ChangeScheduleDocument } from '../../generated/graphql';
import type { GraphProblem } from '../../graph/problem';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useHasRole } from '../../session/operator';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { Mark } from '../../ui/mark';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { Status } from '../../ui/status';

type Schedule = NonNullable<AccountPageQuery['account']['autopaySchedules']>[number];

interface AutopayProps {
  readonly schedules: readonly Schedule[];
  readonly problem: GraphProblem | undefined;
}

export function AutopayOfAccount({ schedules, problem }: AutopayProps) {
  const current = schedules.filter(({ status }) => status === 'active' || status === 'paused');
  return (
    <Card title="Autopay">
      {problem && <NotRead what="Autopay" problem={problem} />}
      {current.length === 0 && !problem && <p className="quiet">No schedule charges for this loan.</p>}
      {current.map((schedule) => (
        <ScheduleFacts key={schedule.id} schedule={schedule} />
      ))}
    </Card>
  );
}

function ScheduleFacts({ schedule }: { readonly schedule: Schedule }) {
  const { status, amountCents, frequencyUnit, frequencyInterval, nextRunDate, paymentMethod, lastRun } = schedule;
  const isMarked = schedule.possibleDuplicateOf !== null;
  const mayChange = useHasRole('agent');
  return (
    <>
      <Facts
        facts={[
          [
            'Status',
            <span key="status">
              <Status kind="schedule" status={status} />
              {isMarked && <Mark tone="waiting">Possible duplicate</Mark>}
            </span>,
          ],
          ['Charges', `${dollars(amountCents)}, ${frequency(frequencyUnit, frequencyInterval).toLowerCase()}`],
          ['From', paymentMethod && instrumentName(paymentMethod)],
          ['Next', day(nextRunDate)],
          ...(lastRun
            ? [
                [
                  'Last',
                  <span key="last">
                    {shortDay(lastRun.dueOn)} · <Status kind="run" status={lastRun.status} />
                    {lastRun.failureCode && ` (${statusText(lastRun.failureCode).toLowerCase()})`}
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      {mayChange && <PauseButton schedule={schedule} />}
    </>
  );
}

function PauseButton({ schedule: { id, status } }: { readonly schedule: Schedule }) {
  const wanted: AutopayStatus = status === 'active' ? 'paused' : 'active';
  const change = useMutationOnce({
    perform: () => request(ChangeScheduleDocument, { id, input: { status: wanted } }),
    changes: ['account'],
  });
  return (
    <div className="filters">
      <Button isDisabled={change.isPending} onPress={change.start}>
        {status === 'active' ? 'Pause autopay' : 'Resume autopay'}
      </Button>
      <Problem>{change.problem}</Problem>
    </div>
  );
}
