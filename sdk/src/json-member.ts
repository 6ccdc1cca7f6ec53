/** A property of parsed JSON; undefined if it has none of that name. */
export function member(value: unknown, name: string): unknown {
  return Object(value)[name];
}
