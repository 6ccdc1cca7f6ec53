import { useState } from 'react';
import { day, shortDay } from '../../../format/dates';
import { frequency, instrumentName } from '../../../format/display-names';
import { dollars } from '../../../format/money';
import { statusText } from '../../../format/statuses';
import type { AccountPageQuery } from '../../../generated/graphql';
import type { GraphProblem } from '../../../graph/problem';
import { useHasRoleAt } from '../../../session/operator';
import { Button } from '../../../ui/button';
import { Facts } from '../../../ui/facts';
import { Mark } from '../../../ui/mark';
import { NotRead } from '../../../ui/not-read';
import { Card } from '../../../ui/page';
import { RowLink } from '../../../ui/row-link';
import { Status } from '../../../ui/status';
import { ScheduleActs } from './schedule-acts';
import { SetUpAutopay } from './set-up-autopay';
import type { Schedule } from './shown-schedule';

interface AutopayProps {
  readonly account: Pick<AccountPageQuery['account'], 'id' | 'organizationId' | 'acceptsPayments'>;
  readonly schedules: readonly Schedule[];
  readonly problem: GraphProblem | undefined;
}

export function AutopayOfAccount({ account, schedules, problem }: AutopayProps) {
  const [isSettingUp, setSettingUp] = useState(false);
  const mayChange = useHasRoleAt('agent')(account.organizationId);
  const current = schedules.filter(({ status }) => status === 'active' || status === 'paused');
  return (
    <Card
      title="Autopay"
      aside={mayChange && account.acceptsPayments && <Button onPress={() => setSettingUp(true)}>Set up autopay</Button>}
    >
      {problem && <NotRead what="Autopay" problem={problem} />}
      {current.length === 0 && !problem && <p className="quiet">Not set up.</p>}
      {current.map((schedule) => (
        <ScheduleFacts key={schedule.id} accountId={account.id} schedule={schedule} mayChange={mayChange} />
      ))}
      {isSettingUp && <SetUpAutopay account={account} onClose={() => setSettingUp(false)} />}
    </Card>
  );
}

interface ScheduleProps {
  readonly accountId: string;
  readonly schedule: Schedule;
  readonly mayChange: boolean;
}

function ScheduleFacts({ accountId, schedule, mayChange }: ScheduleProps) {
  const { status, amountCents, frequencyUnit, frequencyInterval, nextRunDate, paymentMethod, lastRun } = schedule;
  const isMarked = schedule.possibleDuplicateOf !== null;
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
          ['Next', status === 'paused' ? 'Not while it is paused' : day(nextRunDate)],
          ...(schedule.endDate ? [['Ends', day(schedule.endDate)] as const] : []),
          ...(schedule.pauseReason ? [['Paused because', schedule.pauseReason] as const] : []),
          ...(lastRun
            ? [
                [
                  'Last',
                  <div key="last">
                    <RowLink to={`/autopay/runs/${lastRun.id}`}>{shortDay(lastRun.dueOn)}</RowLink>
                    <div>
                      <Status kind="run" status={lastRun.status} />
                      {lastRun.failureCode && ` (${statusText(lastRun.failureCode).toLowerCase()})`}
                    </div>
                  </div>,
                ] as const,
              ]
            : []),
        ]}
      />
      {mayChange && <ScheduleActs accountId={accountId} schedule={schedule} />}
    </>
  );
}
