import { messageOf } from '../graph/problem';

/** In place of a part of a page that could not be read: never a zero, and never a claim that there is nothing. */
export function NotRead({ what, problem }: { readonly what: string; readonly problem: unknown }) {
  return (
    <p className="quiet" role="alert" title={messageOf(problem)}>
      {what} could not be read. This page tries again by itself.
    </p>
  );
}
