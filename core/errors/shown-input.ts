/**
 * Limits on the input that a 422 item repeats: enough to recognize it, and an answer never many times the size of its
 * request.
 */

interface Most {
  /** Characters of one text. */
  readonly ofText: number;
  /** Characters of texts and names together. */
  readonly characters: number;
  /** Values, members and items together. */
  readonly values: number;
}

/** What remains of the limits. */
type Remaining = { -readonly [name in keyof Most]: Most[name] };

/** A batch row with all its members has a thousand characters. */
const OF_A_BODY: Most = { ofText: 2_000, characters: 2_000, values: 50 };
/** One URL may repeat a parameter thousands of times. */
const OF_A_PARAMETER: Most = { ofText: 200, characters: 2_000, values: 11 };
const NAME_CHARACTERS = 100;

/**
 * A value as it was sent; only the beginning of a large one.
 *
 * @param part - the part of the request: the first element of a `loc`
 */
export function shownInput(value: unknown, part: string | undefined): unknown {
  const most = part === 'body' ? OF_A_BODY : OF_A_PARAMETER;
  return beginning(value, { ...most });
}

/** Shortens a member name that a client sent. */
export function shownName(name: string): string {
  return name.length <= NAME_CHARACTERS ? name : `${name.slice(0, NAME_CHARACTERS)}…`;
}

/** Subtracts what this value takes from `left`. */
function beginning(value: unknown, left: Remaining): unknown {
  left.values -= 1;
  if (typeof value === 'string') {
    const shown = value.slice(0, Math.max(0, Math.min(left.ofText, left.characters)));
    left.characters -= shown.length;
    return shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (left.values <= 0 || left.characters <= 0) break;
      items.push(beginning(item, left));
    }
    return items;
  }
  const members: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    if (left.values <= 0 || left.characters <= 0) break;
    left.characters -= name.length;
    members.push([shownName(name), beginning(Reflect.get(value, name), left)]);
  }
  return Object.fromEntries(members);
}
