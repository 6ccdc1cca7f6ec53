import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

interface Position {
  readonly top: number;
  /** The row that had the keyboard's focus. */
  readonly row: number | undefined;
}

/** By the entry of the browser's history and the name of the scrolled element. */
const positions = new Map<string, Position>();
const MOST_FRAMES = 60;

/** Returns to where the reader was when the browser goes back to a page. A new visit begins at the top. */
export function useKeptScroll(frame: RefObject<HTMLElement | null>, name: string, focusRow?: (row: number) => void) {
  const router = useRouter();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const keyNow = () => `${router.history.location.state.__TSR_key} ${name}`;
    const kept = router.history.location.state.__TSR_key === undefined ? undefined : positions.get(keyNow());
    if (kept !== undefined) {
      if (kept.row !== undefined && document.activeElement === document.body) focusRow?.(kept.row);
      scrollWhenThere(element, kept.top);
    }
    const keep = () => {
      const row = document.activeElement?.closest('tr')?.getAttribute('aria-rowindex');
      const isInside = element.contains(document.activeElement);
      positions.set(keyNow(), { top: element.scrollTop, row: isInside && row ? Number(row) : undefined });
    };
    element.addEventListener('scroll', keep);
    element.addEventListener('focusin', keep);
    return () => {
      element.removeEventListener('scroll', keep);
      element.removeEventListener('focusin', keep);
    };
  }, [router, frame, name, focusRow]);
}

/** The content may need some frames until it is tall enough. */
function scrollWhenThere(element: HTMLElement, top: number, frames = MOST_FRAMES): void {
  element.scrollTop = top;
  if (Math.abs(element.scrollTop - top) <= 1 || frames === 0) return;
  requestAnimationFrame(() => scrollWhenThere(element, top, frames - 1));
}
