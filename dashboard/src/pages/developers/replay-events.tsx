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

function ReplayDialog({ endpointId, onClose }: ReplayDialogProps) {
  const timeZone = useTimeZone();
  const [days, setDays] = useState(() => ({ from: todayIn(timeZone), to: todayIn(timeZone) }));
  const [which, setWhich] = useState(UNDELIVERED);
  const variables = { id: endpointId, ...days, timeZone, undeliveredOnly: which === UNDELIVERED };
  const isComplete = days.from !== '' && days.to !== '';
  const counted = useAnswer('events-to-resend', EventsToResendDocument, variables, {
    enabled: isComplete,
    retry: false,
    gcTime: 0,
  });
  const period = isComplete ? counted.data?.webhookEventsToResend : undefined;
  return (
    <Dialog title="Replay events" isOpen onClose={onClose}>
      <p>
        Events of these days that the endpoint has chosen are sent again, each under its own ID. Events are kept for 30
        days. Days are in {placeOf(timeZone)}.
      </p>
      <div className="filters">
        <DayFilter {...days} onChange={(changed) => setDays({ ...days, ...changed })} />
        <ChoiceFilter label="Which" choices={WHICH} chosen={which} onChoose={setWhich} isRequired />
      </div>
      {which === UNDELIVERED && (
        <p className="quiet">Not delivered: no attempt succeeded, or the endpoint was disabled.</p>
      )}
      <Problem>{counted.error && messageOf(counted.error)}</Problem>
      {period === undefined ? (
        <footer>
          <Button onPress={onClose}>Cancel</Button>
        </footer>
      ) : (
        <Confirmation
          key={JSON.stringify(variables)}
          {...{ endpointId, period, onClose }}
          undeliveredOnly={variables.undeliveredOnly}
        />
      )}
    </Dialog>
  );
}

interface ConfirmationProps extends ReplayDialogProps {
  readonly period: EventsToResendQuery['webhookEventsToResend'];
  readonly undeliveredOnly: boolean;
}

/** The count that was read first is what is confirmed; what happens later is not included. */
function Confirmation({ endpointId, period, undeliveredOnly, onClose }: ConfirmationProps) {
  const [{ events, from, until }] = useState(period);
  // A retry after a lost response is the same request: its key and its events stay until the response came.
  const [next, setNext] = useState<{ readonly key: string; readonly after: string | null }>(() => ({
    key: crypto.randomUUID(),
    after: null,
  }));
  const [queued, setQueued] = useState(0);
  const [isOver, setOver] = useState(false);
  const replay = useMutationOnce({
    perform: () =>
      request(ReplayEventsDocument, {
        id: endpointId,
        input: { from, until, undeliveredOnly, after: next.after },
        key: next.key,
      }),
    changes: ['deliveries'],
    onDone: ({ resendWebhookEvents: { queued: more, nextAfter } }) => {
      setQueued(queued + more);
      setNext({ key: crypto.randomUUID(), after: nextAfter });
      setOver(nextAfter === null);
    },
  });
  const isMore = events > MOST;
  return (
    <>
      <p role="status">{isOver || queued > 0 ? progressText(queued, isOver) : countText(events)}</p>
      <Problem>{replay.problem}</Problem>
      <footer>
        <Button onPress={onClose} isDisabled={replay.isPending}>
          {isOver ? 'Done' : 'Cancel'}
        </Button>
        {!isOver && (
          <Button look="primary" isDisabled={events === 0 || replay.isPending} onPress={replay.start}>
            {queued > 0 ? 'Continue' : isMore ? `Replay the first ${count(MOST)}` : `Replay ${eventsText(events)}`}
          </Button>
        )}
      </footer>
    </>
  );
}

function countText(events: number): string {
  if (events === 0) return 'No event of these days is to be sent.';
  if (events > MOST) return `More than ${count(MOST)} events. They are sent ${count(MOST)} at a time.`;
  return `${eventsText(events)} will be sent.`;
}

function progressText(queued: number, isOver: boolean): string {
  const text = `${eventsText(queued)} queued, the oldest first.`;
  return isOver ? text : `${text} There may be more.`;
}

function eventsText(events: number): string {
  return `${count(events)} ${events === 1 ? 'event' : 'events'}`;
}
