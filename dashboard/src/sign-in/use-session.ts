import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { REFRESH_MS } from '../graph/refresh-interval';
import { reportActivity } from '../session/activity';
import { onNewsOfOtherTabs, tellOtherTabs } from '../session/other-tabs';
import { onSessionNews, SESSION_KEY, type Session, type SessionNews } from '../session/session';
import { forgetTypedOfOthers } from '../session/typed-values';
import { endSession, forgetAnswers, identityOf, readSessionAgain } from './end-session';

/** The longest time that a browser's timer can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The session of this browser. It is read every few seconds while the tab is visible, so that a session that an
 * administrator revokes ends on the screen too.
 */
export function useSession() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: () => readSessionAgain(queries),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.signedIn === true ? REFRESH_MS : false),
  });
  useEffect(() => {
    const hear = (news: SessionNews) => {
      if (news === 'ended') endSession(queries);
      void queries.invalidateQueries({ queryKey: SESSION_KEY });
    };
    const hearServer = (news: SessionNews) => {
      // A refusal may be of an earlier session: the other tabs ask for themselves.
      if (news === 'ended') tellOtherTabs('changed');
      hear(news);
    };
    const leaves = [onSessionNews(hearServer), onNewsOfOtherTabs(hear)];
    return () => {
      for (const leave of leaves) leave();
    };
  }, [queries]);
  useIdentity(data);
  useActivity(data?.signedIn === true);
  useExpiry(data);
  return { session: data, error, retry: () => void refetch() };
}

function useIdentity(session: Session | undefined): void {
  const queries = useQueryClient();
  const isSignedOut = session?.signedIn === false;
  const subject = session?.signedIn === true ? session.operator.subject : undefined;
  const identity = session && identityOf(session);
  useEffect(() => {
    // The pages are gone by now: what they were still reading is forgotten too.
    if (isSignedOut) forgetAnswers(queries);
  }, [isSignedOut, queries]);
  useEffect(() => {
    if (identity === undefined || subject === undefined) return;
    forgetTypedOfOthers(subject);
    tellOtherTabs('changed');
  }, [identity, subject]);
}

/** What a person does with the page. The page's own requests are none of these. */
const ACTS = ['pointerdown', 'keydown', 'wheel'] as const;

/** A session without acts of the person ends: see SESSION_IDLE_MINUTES. */
function useActivity(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    for (const act of ACTS) window.addEventListener(act, reportActivity, { capture: true, passive: true });
    return () => {
      for (const act of ACTS) window.removeEventListener(act, reportActivity, { capture: true });
    };
  }, [isSignedIn]);
}

/** Ends the session on the screen when it expires: the server says how long it lasts, each time it is read. */
function useExpiry(session: Session | undefined): void {
  const queries = useQueryClient();
  const secondsLeft = session?.signedIn === true ? session.secondsLeft : undefined;
  useEffect(() => {
    if (secondsLeft === undefined) return;
    const timer = setTimeout(() => endSession(queries), Math.min(secondsLeft * 1_000, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [secondsLeft, queries]);
}
