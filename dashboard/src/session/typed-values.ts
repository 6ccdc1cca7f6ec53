import { useEffect, useState } from 'react';
import { useOperator } from './operator';

/**
 * What an operator types is in memory only. When the session ends, the values of open forms wait for the same operator.
 * Contact and card data are never kept: their fields use `useState`.
 */
const LONGEST_MS = 15 * 60_000;

interface Kept {
  readonly subject: string;
  readonly values: Map<string, { readonly value: unknown; readonly until: number }>;
}

const open = new Map<string, unknown>();
let kept: Kept | undefined;
let expiry: ReturnType<typeof setTimeout> | undefined;

/** Keeps the values of the open forms for this operator, when the session ends. */
export function keepTyped(subject: string): void {
  const until = Date.now() + LONGEST_MS;
  const before = kept?.subject === subject ? kept.values : [];
  const typed = [...open].map(([name, value]) => [name, { value, until }] as const);
  kept = { subject, values: new Map([...before, ...typed]) };
  clearTimeout(expiry);
  expiry = setTimeout(forgetTyped, LONGEST_MS);
}

/** Forgets what another operator typed. */
export function forgetTypedOfOthers(subject: string): void {
  if (kept?.subject !== subject) forgetTyped();
}

/** Forgets what was typed into a form whose act was carried out. */
export function forgetTypedInto(name: string): void {
  open.delete(name);
  kept?.values.delete(name);
}

function forgetTyped(): void {
  kept = undefined;
}

/** Like `useState`, for what is typed into a form: the value survives the end of the session for a while. */
export function useTyped<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void] {
  const { subject } = useOperator();
  const [first] = useState(() => JSON.stringify(initial));
  const [value, setValue] = useState(() => keptValue<Value>(name, subject) ?? initial);
  useEffect(() => {
    kept?.values.delete(name);
  }, [name]);
  useEffect(() => {
    // A value that was not changed was read from the server: it is not kept.
    if (JSON.stringify(value) !== first) open.set(name, value);
    return () => void open.delete(name);
  }, [name, value, first]);
  return [value, setValue];
}

function keptValue<Value>(name: string, subject: string): Value | undefined {
  const found = kept?.subject === subject ? kept.values.get(name) : undefined;
  return found !== undefined && found.until > Date.now() ? (found.value as Value) : undefined;
}
