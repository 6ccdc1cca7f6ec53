import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

interface Position {
  readonly top: number;
  /** The key of the row that had the keyboard's focus. */
  readonly row: string | undefined;
}

/** By the entry of the browser's history and the name of the scrolled element. */
const positions = new Map<string, Position>();
const MOST_FRAMES = 60;
/** What the reader does to scroll: returning to the earlier place ends there. */
const READER_ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Forgets every position, at the end of a session. */
export function forgetPositions(): void {
  positions.clear();
}

/**
 * Returns to where the reader was when the browser goes back to a page. A new visit begins at the top.
 *
 * @param name - a fixed name of the element on its page: it is kept, so it must not name a person.
 */
export function useKeptScroll(frame: RefObject<HTMLElement | null>, name: string, focusRow?: (row: string) => void) {
  const router = useRouter();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const keyNow = () => `${router.history.location.state.__TSR_key} ${name}`;
    const kept = router.history.location.state.__TSR_key === undefined ? undefined : positions.get(keyNow());
    let stop: () => void = () => undefined;
    if (kept !== undefined) {
      if (kept.row !== undefined && document.activeElement === document.body) focusRow?.(kept.row);
      stop = scrollWhenThere(element, kept.top);
    }
    const keep = () => {
      const isInside = element.contains(document.activeElement);
      const row = isInside ? document.activeElement?.closest('tr')?.dataset['row'] : undefined;
      positions.set(keyNow(), { top: element.scrollTop, row });
    };
    element.addEventListener('scroll', keep);
    element.addEventListener('focusin', keep);
    return () => {
      stop();
      element.removeEventListener('scroll', keep);
      element.removeEventListener('focusin', keep);
    };
  }, [router, frame, name, focusRow]);
}

/**
 * The content may need some frames until it is tall enough. Ends as soon as the reader scrolls.
 *
 * @returns a function that ends it.
 */
function scrollWhenThere(element: HTMLElement, top: number): () => void {
  let left = MOST_FRAMES;
  const stop = () => {
    left = 0;
    for (const act of READER_ACTS) removeEventListener(act, stop, true);
  };
  for (const act of READER_ACTS) addEventListener(act, stop, { capture: true, passive: true });
  const scroll = () => {
    if (left === 0) return;
    left -= 1;
    element.scrollTop = top;
    if (Math.abs(element.scrollTop - top) <= 1 || left === 0) stop();
    else requestAnimationFrame(scroll);
  };
  scroll();
  return stop;
}
