import { messageOf } from '../graph/problem';
import { Button } from './button';

interface NotReadProps {
  readonly what: string;
  readonly problem: unknown;
  /** For a part that does not fill a page of its own. */
  readonly retry?: () => void;
}

/** In place of a part of a page that could not be read: never a zero, and never a claim that there is nothing. */
export function NotRead({ what, problem, retry }: NotReadProps) {
  return (
    <div className="quiet" role="alert" title={messageOf(problem)}>
      <p>{what} could not be read. This page retries automatically.</p>
      {retry && <Button onPress={retry}>Try again</Button>}
    </div>
  );
}
