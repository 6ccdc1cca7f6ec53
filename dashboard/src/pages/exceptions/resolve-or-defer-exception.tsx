import { type ReactNode, useState } from 'react';
import { day, daysBefore, todayIn } from '../../format/dates';
import { exceptionName } from '../../format/exceptions';
import { PostponeExceptionDocument, ResolveExceptionDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useTyped } from '../../session/typed-values';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Instant } from '../../ui/instant';
import { ReasonField } from '../../ui/reason-field';

interface Acted {
  readonly id: string;
  readonly kind: string;
}

interface ExceptionActsProps {
  readonly exception: Acted;
  readonly resolve?: string;
}

/** A person's decision: resolve the exception, or wait. */
export function ExceptionActs({ exception, resolve = 'Resolve' }: ExceptionActsProps) {
  const [doing, setDoing] = useState<'resolve' | 'wait'>();
  const close = () => setDoing(undefined);
  return (
    <div className="filters">
      <Button onPress={() => setDoing('resolve')}>{resolve}</Button>
      <Button onPress={() => setDoing('wait')}>Wait</Button>
      {doing === 'resolve' && <Resolve exception={exception} label={resolve} onClose={close} />}
      {doing === 'wait' && <Wait exception={exception} onClose={close} />}
    </div>
  );
}

interface SeenToProps {
  readonly exception: {
    readonly resolvedAt: string | null;
    readonly resolvedBy: string | null;
    readonly resolution: string | null;
    readonly waitsUntil: string | null;
    readonly waitsBy: string | null;
    readonly waitReason: string | null;
  };
}

/** Who resolved or deferred the exception, and how. */
export function ResolvedNote({ exception }: SeenToProps) {
  const { resolvedAt, resolvedBy, resolution, waitsUntil, waitsBy, waitReason } = exception;
  if (resolvedAt !== null)
    return (
      <p className="quiet">
        {resolution} · {resolvedBy}, <Instant at={resolvedAt} />
      </p>
    );
  if (waitsUntil === null) return null;
  const isOver = waitsUntil <= todayIn(SERVICING_ZONE);
  return (
    <p className="quiet">
      {isOver ? 'Snoozed until' : 'Snoozed until'} {day(waitsUntil)}: {waitReason} · {waitsBy}
    </p>
  );
}

const SERVICING_ZONE = 'America/New_York';
const LONGEST_WAIT_DAYS = 90;

interface DialogProps {
  readonly exception: Acted;
  readonly onClose: () => void;
}

function Resolve({ exception, label, onClose }: DialogProps & { readonly label: string }) {
  const [resolution, setResolution] = useTyped(`resolution:${exception.id}`, '');
  const perform = () => request(ResolveExceptionDocument, { id: exception.id, resolution });
  return (
    <ActDialog {...{ exception, onClose, perform, label }} isReady={resolution.trim() !== ''}>
      <ReasonField label="What was done" value={resolution} onChange={setResolution} />
    </ActDialog>
  );
}

function Wait({ exception, onClose }: DialogProps) {
  const today = todayIn(SERVICING_ZONE);
  const [until, setUntil] = useState(daysBefore(today, -1));
  const [reason, setReason] = useTyped(`wait:${exception.id}`, '');
  const perform = () => request(PostponeExceptionDocument, { id: exception.id, until, reason });
  return (
    <ActDialog {...{ exception, onClose, perform }} label="Wait" isReady={until !== '' && reason.trim() !== ''}>
      <label className="field">
        <span className="label">Until</span>
        <input
          type="date"
          className="input"
          value={until}
          min={daysBefore(today, -1)}
          max={daysBefore(today, -LONGEST_WAIT_DAYS)}
          onChange={({ target }) => setUntil(target.value)}
        />
        <span className="quiet">It opens again on this day, unless it has been closed by then.</span>
      </label>
      <ReasonField label="Reason for waiting" value={reason} onChange={setReason} />
    </ActDialog>
  );
}

interface ActDialogProps extends DialogProps {
  readonly label: string;
  readonly isReady: boolean;
  readonly perform: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** A dialog for one action. It stays open while the action is pending and closes when it is done. */
export function ActDialog({ exception, label, isReady, perform, onClose, children }: ActDialogProps) {
  const { start, isPending, problem } = useMutationOnce({ perform, changes: 'all', onDone: onClose });
  return (
    <Dialog title={exceptionName(exception.kind)} isOpen onClose={onClose} isHeld={isPending}>
      {children}
      <Problem>{problem}</Problem>
      <DialogFooter onCancel={onClose} isDisabled={!isReady || isPending} onPress={start}>
        {label}
      </DialogFooter>
    </Dialog>
  );
}
