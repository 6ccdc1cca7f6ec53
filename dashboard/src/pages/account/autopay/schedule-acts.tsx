import { useState } from 'react';
import { CancelScheduleDocument, ChangeScheduleDocument } from '../../../generated/graphql';
import { request } from '../../../graph/request';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { ActButton } from '../../../ui/action-button';
import { Problem } from '../../../ui/action-problem-alert';
import { Button } from '../../../ui/button';
import { Dialog, DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { ChangeAutopay } from './change-autopay';
import type { Schedule } from './shown-schedule';

interface ScheduleActsProps {
  readonly accountId: string;
  readonly schedule: Schedule;
}

/** What an operator may do with a schedule that has not ended. */
export function ScheduleActs({ accountId, schedule }: ScheduleActsProps) {
  const [open, setOpen] = useState<'change' | 'pause'>();
  const onClose = () => setOpen(undefined);
  const { id, status } = schedule;
  return (
    <div className="filters">
      <Button onPress={() => setOpen('change')}>Change</Button>
      {status === 'active' ? (
        <Button onPress={() => setOpen('pause')}>Pause autopay</Button>
      ) : (
        <ActButton
          label="Resume autopay"
          perform={() => request(ChangeScheduleDocument, { id, input: { status: 'active' }, pauseReason: null })}
        />
      )}
      <ActButton
        label="Cancel autopay"
        question="It never charges again, and cannot be resumed. A charge that was already sent is posted."
        perform={() => request(CancelScheduleDocument, { id })}
      />
      {open === 'change' && <ChangeAutopay {...{ accountId, schedule, onClose }} />}
      {open === 'pause' && <PauseAutopay {...{ schedule, onClose }} />}
    </div>
  );
}

interface PauseAutopayProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

function PauseAutopay({ schedule: { id, lastRun }, onClose }: PauseAutopayProps) {
  const [reason, setReason] = useState('');
  const pause = useMutationOnce({
    perform: () => request(ChangeScheduleDocument, { id, input: { status: 'paused' }, pauseReason: reason || null }),
    changes: ['account'],
    onDone: onClose,
  });
  return (
    <Dialog title="Pause autopay" isOpen onClose={onClose} isHeld={pause.isPending}>
      <Form onSubmit={pause.start}>
        <p>
          It charges nothing until it is resumed.
          {lastRun?.status === 'retrying' && ' The declined charge is not retried.'}
        </p>
        <TextField label="Reason" value={reason} onChange={setReason} hint="Shown on the loan." autoFocus />
        <Problem>{pause.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={pause.isPending} isDisabled={pause.isPending}>
          Pause
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
