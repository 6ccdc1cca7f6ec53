import { useState } from 'react';
import { useMutationOnce } from '../graph/use-mutation-once';
import { Problem } from './action-problem-alert';
import { Button } from './button';
import { Dialog } from './dialog';

interface ActButtonProps {
  readonly label: string;
  /** What it acts on, for buttons whose place alone shows it. */
  readonly of?: string;
  /** The confirmation question; without one the action runs at once. */
  readonly question?: string;
  readonly perform: () => Promise<unknown>;
}

/** A button for one action, with a confirmation where it cannot be undone. Afterwards the page's data is read again. */
export function ActButton({ label, of, question, perform }: ActButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const { start, isPending, problem } = useMutationOnce({
    perform,
    changes: 'all',
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button
        {...(of !== undefined && { 'aria-label': `${label}: ${of}` })}
        isDisabled={isPending}
        onPress={() => (question === undefined ? start() : setAsking(true))}
      >
        {label}
      </Button>
      {question === undefined && <Problem>{problem}</Problem>}
      {question !== undefined && (
        <Dialog title={label} isOpen={isAsking} onClose={() => setAsking(false)} isHeld={isPending}>
          <p>{question}</p>
          <Problem>{problem}</Problem>
          <footer>
            <Button onPress={() => setAsking(false)}>Cancel</Button>
            <Button look="danger" isDisabled={isPending} onPress={start}>
              {label}
            </Button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
