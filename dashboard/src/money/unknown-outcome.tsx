import { GraphProblem } from '../graph/problem';
import { Button } from '../ui/button';

interface UnknownOutcomeProps {
  /** A description of what was sent. */
  readonly what: string;
  readonly error: unknown;
  readonly isAsking: boolean;
  readonly onAsk: () => void;
}

/** Shown in the dialog until the outcome is known. Checking again cannot record the payment twice. */
export function UnknownOutcome({ what, error, isAsking, onAsk }: UnknownOutcomeProps) {
  return (
    <div role="alert" className="stack">
      <p>
        <strong>{what}</strong> was sent, but no response has arrived. It may or may not have been recorded.
      </p>
      {error instanceof GraphProblem && <p className="quiet">{error.message}</p>}
      <p className="quiet">
        The outcome is checked again by itself, also when this is closed. It cannot be recorded twice.
      </p>
      <footer>
        <Button look="primary" autoFocus isDisabled={isAsking} onPress={onAsk}>
          {isAsking ? 'Checking …' : 'Check again'}
        </Button>
      </footer>
    </div>
  );
}
