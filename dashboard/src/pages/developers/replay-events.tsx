import { useState } from 'react';
import { todayIn } from '../../format/dates';
import { count } from '../../format/money';
import { placeOf } from '../../format/time-zones';
import { EventsToResendDocument, type EventsToResendQuery, ReplayEventsDocument } from '../../generated/graphql';
import { messageOf } from '../../graph/problem';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useTimeZone } from '../../lender/page-time-zone';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { ChoiceFilter } from '../../ui/choice-filter';
import { DayFilter } from '../../ui/day-range-filter';
import { Dialog } from '../../ui/dialog';

/** Sends the events of some days again. */
export function ReplayEvents({ endpointId }: { readonly endpointId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Replay events</Button>
      {isOpen && <ReplayDialog endpointId={endpointId} onClose={() => setOpen(false)} />}
    </>
  );
}

const UNDELIVERED = 'undelivered';
const WHICH = [
  { id: 'all', text: 'All events' },
  { id: UNDELIVERED, text: 'Not delivered' },
];

/** The events of one request. */
const MOST = 10_000;

interface ReplayDialogProps {
  readonly endpointId: string;
  readonly onClose: () => void;
}

interface Request {
  readonly key: string;
  readonly after: string | null;
}

const begin = (): Request => ({ key: crypto.randomUUID(), after: null });
const NONE = { queued: 0, alreadyWaiting: 0 };

function ReplayDialog({ endpointId, onClose }: ReplayDialogProps) {
  const timeZone = useTimeZone();
  const [days, setDays] = useState(() => ({ from: todayIn(timeZone), to: todayIn(timeZone) }));
  const [which, setWhich] = useState(UNDELIVERED);
  const undeliveredOnly = which === UNDELIVERED;
  const isComplete = days.from !== '' && days.to !== '';
  // A retry after a lost response is the same request: its key and its events stay until the response came.
  const [next, setNext] = useState(begin);
  const [sent, setSent] = useState(NONE);
  const [isOver, setOver] = useState(false);
  // What was confirmed is what is sent: from then on the count is not read again.
  const [confirmed, setConfirmed] = useState<Period>();
  const variables = { id: endpointId, ...days, timeZone, undeliveredOnly };
  const counted = useAnswer('events-to-resend', EventsToResendDocument, variables, {
    enabled: isComplete && confirmed === undefined,
    retry: false,
    gcTime: 0,
  });
  const period = confirmed ?? (isComplete ? counted.data?.webhookEventsToResend : undefined);
  const replay = useMutationOnce({
    perform: () => {
      if (period === undefined) throw new Error('the events were not counted');
      const { from, until } = period;
      return request(ReplayEventsDocument, {
        id: endpointId,
        input: { from, until, undeliveredOnly, after: next.after },
        key: next.key,
      });
    },
    changes: ['deliveries'],
    onDone: ({ resendWebhookEvents: { queued, alreadyWaiting, nextAfter } }) => {
      setSent({ queued: sent.queued + queued, alreadyWaiting: sent.alreadyWaiting + alreadyWaiting });
      setNext({ key: crypto.randomUUID(), after: nextAfter });
      setOver(nextAfter === null);
    },
  });
  const choose = (change: () => void) => {
    if (replay.isPending) return;
    change();
    setConfirmed(undefined);
    setNext(begin());
    setSent(NONE);
    setOver(false);
    replay.reset();
  };
  const start = () => {
    setConfirmed(period);
    replay.start();
  };
  return (
    <Dialog title="Replay events" isOpen onClose={onClose} isHeld={replay.isPending}>
      <p>
        Events of these days that the endpoint has chosen are sent again, each under its own ID. Events are kept for 30
        days. Days are in {placeOf(timeZone)}.
      </p>
      <fieldset className="plain filters" disabled={replay.isPending} aria-label="Events">
        <DayFilter {...days} onChange={(changed) => choose(() => setDays({ ...days, ...changed }))} />
        <ChoiceFilter
          label="Which"
          choices={WHICH}
          chosen={which}
          onChoose={(id) => choose(() => setWhich(id))}
          isRequired
          isDisabled={replay.isPending}
        />
      </fieldset>
      {undeliveredOnly && <p className="quiet">Not delivered: no attempt succeeded, or the endpoint was disabled.</p>}
      <Problem>{counted.error && messageOf(counted.error)}</Problem>
      {period && <p role="status">{isOver || next.after !== null ? progressText(sent, isOver) : countText(period)}</p>}
      <Problem>{replay.problem}</Problem>
      <footer>
        <Button onPress={onClose} isDisabled={replay.isPending}>
          {isOver ? 'Done' : 'Cancel'}
        </Button>
        {period && !isOver && (
          <Button look="primary" isDisabled={isNone(period) || replay.isPending} onPress={start}>
            {next.after !== null ? 'Continue' : actText(period)}
          </Button>
        )}
      </footer>
    </Dialog>
  );
}

type Period = EventsToResendQuery['webhookEventsToResend'];

const isNone = ({ events, isExact }: Period): boolean => events === 0 && isExact;

function actText({ events, isExact }: Period): string {
  if (events > MOST) return `Replay the first ${count(MOST)}`;
  return isExact ? `Replay ${eventsText(events)}` : 'Replay';
}

function countText(period: Period): string {
  const { events, isExact } = period;
  if (isNone(period)) return 'No event of these days is to be sent.';
  if (events > MOST) return `More than ${count(MOST)} events. They are sent ${count(MOST)} at a time.`;
  return isExact
    ? `${eventsText(events)} will be sent.`
    : `At least ${eventsText(events)} will be sent: there are too many events in this period to count them all.`;
}

function progressText({ queued, alreadyWaiting }: typeof NONE, isOver: boolean): string {
  const waiting = alreadyWaiting > 0 ? `, ${count(alreadyWaiting)} already waiting` : '';
  const text = `${eventsText(queued)} queued${waiting}, the oldest first.`;
  return isOver ? text : `${text} There may be more.`;
}

function eventsText(events: number): string {
  return `${count(events)} ${events === 1 ? 'event' : 'events'}`;
}
