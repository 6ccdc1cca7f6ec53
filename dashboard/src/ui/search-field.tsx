import { useEffect, useRef, useState } from 'react';
import { holdPending } from './data-pending-attribute';

interface SearchFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const PAUSE_MS = 250;

/** Searches when the user stops typing, not at each letter. `/` focuses it from anywhere on the page. */
export function SearchField({ label, text, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  // What this field has searched for comes back as `text`, maybe after a later search has begun: it must not undo what
  // was typed since.
  const searched = useRef([text]);
  useEffect(() => {
    const place = searched.current.lastIndexOf(text);
    searched.current = place < 0 ? [text] : searched.current.slice(place);
    if (place < 0) setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === text) return;
    const release = holdPending();
    const timer = setTimeout(() => {
      searched.current.push(typed);
      onChange(typed);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      release();
    };
  }, [typed, text, onChange]);
  return (
    <input
      type="search"
      className="input search"
      data-page-search
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={100}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
