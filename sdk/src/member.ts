/** Of what was parsed from JSON; undefined where it has none. */
export function member(value: unknown, name: string): unknown {
  return Object(value)[name];
}
