import type { Query, QueryClient } from '@tanstack/react-query';
import { forgetOutcomes } from '../money/money-requests';
import { tellOtherTabs } from '../session/other-tabs';
import { forgetToken, readSession, SESSION_KEY, type Session } from '../session/session';
import { keepTyped } from '../session/typed-values';
import { forgetPositions } from '../ui/keep-scroll-position';

/** Shows the sign-in page at once, without asking the server, and forgets everything that was read. */
export function endSession(queries: QueryClient): void {
  const session = queries.getQueryData<Session>(SESSION_KEY);
  if (session?.signedIn !== true) return;
  leave(queries, session.operator.subject);
  forgetToken();
  queries.setQueryData<Session>(SESSION_KEY, { signedIn: false, ways: session.ways });
}

/** Reads the session again. What another operator or another role has read is forgotten first. */
export async function readSessionAgain(queries: QueryClient): Promise<Session> {
  const before = queries.getQueryData<Session>(SESSION_KEY);
  const session = await readSession();
  if (before?.signedIn === true && identityOf(session) !== identityOf(before)) {
    leave(queries, before.operator.subject);
    // The other tabs may be about to ask much later.
    tellOtherTabs('changed');
  }
  return session;
}

/** Who is signed in, with which rights; undefined: no operator. */
export function identityOf(session: Session): string | undefined {
  return session.signedIn ? JSON.stringify(session.operator) : undefined;
}

/** Also cancels what is being read. */
export function forgetAnswers(queries: QueryClient): void {
  const predicate = ({ queryKey }: Query) => queryKey[0] !== SESSION_KEY[0];
  void queries.cancelQueries({ predicate });
  queries.removeQueries({ predicate });
  queries.getMutationCache().clear();
}

function leave(queries: QueryClient, subject: string): void {
  keepTyped(subject);
  forgetOutcomes();
  forgetPositions();
  forgetAnswers(queries);
}
