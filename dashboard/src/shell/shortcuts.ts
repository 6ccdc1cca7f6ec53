import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useNavigation } from './navigation';

/** How long after `g` the page's letter is accepted. */
const CHORD_MS = 1_200;

/** `⌘K` or `Ctrl K` opens the palette, `/` focuses the page's search, `g` and a letter open a page. */
export function useShortcuts(find: () => void): void {
  const navigate = useNavigate();
  const places = useNavigation();
  useEffect(() => {
    let chordUntil = 0;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        find();
        return;
      }
      // A search field repeats its keys as events at its list, which is no field: the focus stays in the field.
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || isTyping(document.activeElement)) return;
      const now = Date.now();
      const place = places.find(({ key }) => key === event.key);
      if (now < chordUntil && place !== undefined) {
        chordUntil = 0;
        event.preventDefault();
        void navigate({ to: place.to });
      } else if (event.key === 'g') {
        chordUntil = now + CHORD_MS;
      } else if (event.key === '/') {
        event.preventDefault();
        const field = document.querySelector<HTMLElement>('[data-page-search]');
        if (field) field.focus();
        else find();
      } else if (event.key === 'j' && isAtRest(document.activeElement)) {
        document.querySelector<HTMLElement>('tr[data-opens] a')?.focus();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate, find, places]);
}

/** Nothing in particular has the focus: after a page was opened, its heading has it. */
function isAtRest(focused: Element | null): boolean {
  return focused === null || focused.matches('body, h1');
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable);
}
