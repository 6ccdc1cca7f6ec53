import { useEffect, useRef, useState } from 'react';
import { RevealContactDocument, type RevealContactQuery } from '../../generated/graphql';
import { messageOf } from '../../graph/problem';
import { request } from '../../graph/request';

export type RevealedContact = RevealContactQuery['person'];

export interface ContactReveal {
  /** Undefined: hidden. */
  readonly revealed: RevealedContact | undefined;
  readonly reveal: () => void;
  readonly hide: () => void;
  readonly problem: string | undefined;
}

/**
 * Reads a person's contact data when it is asked for: each read is recorded, and counts against a limit. The values are
 * in this component only, in no cache of answers. They are gone with the page, also when the browser keeps a page that
 * was left.
 */
export function useRevealedContact(personId: string | undefined): ContactReveal {
  const [revealed, setRevealed] = useState<RevealedContact>();
  const [problem, setProblem] = useState<string>();
  const reading = useRef<AbortController>(undefined);
  const hide = () => {
    reading.current?.abort();
    reading.current = undefined;
    setRevealed(undefined);
    setProblem(undefined);
  };
  const hideNow = useRef(hide);
  hideNow.current = hide;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person's data is hidden from the start
  useEffect(() => {
    const leave = () => hideNow.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [personId]);
  const reveal = async (id: string) => {
    // A second press while the first is under way would be a second recorded read. The button is not disabled
    // for that time: it would lose the focus.
    if (reading.current !== undefined) return;
    const own = new AbortController();
    reading.current = own;
    setProblem(undefined);
    try {
      const { person } = await request(RevealContactDocument, { id }, own.signal);
      if (!own.signal.aborted) setRevealed(person);
    } catch (error) {
      if (!own.signal.aborted) setProblem(messageOf(error));
    } finally {
      if (reading.current === own) reading.current = undefined;
    }
  };
  return { revealed, reveal: () => personId !== undefined && void reveal(personId), hide, problem };
}
