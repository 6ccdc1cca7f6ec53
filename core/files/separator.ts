/** The accepted cell separators. */
const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

const NAMES: Readonly<Record<Separator, string>> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab' };

export type Found =
  | { readonly kind: 'certain'; readonly separator: Separator }
  | { readonly kind: 'uncertain'; readonly reason: string };

/** Finds a file's separator from its header: the one that yields known column names. It is never guessed. */
export function separatorOf(header: string, columns: ReadonlySet<string>): Found {
  const present = SEPARATORS.filter((separator) => header.includes(separator));
  const [only = ',', ...others] = present;
  if (others.length === 0) return { kind: 'certain', separator: only };
  const naming = present.filter((separator) => namesIn(header, separator).some((name) => columns.has(name)));
  const [named] = naming;
  if (named !== undefined && naming.length === 1) return { kind: 'certain', separator: named };
  return { kind: 'uncertain', reason: uncertain(naming.length === 0 ? present : naming, naming.length > 0) };
}

function uncertain(candidates: readonly Separator[], giveNames: boolean): string {
  const names = candidates.map((separator) => NAMES[separator]).join(' or ');
  const why = giveNames ? 'each of them gives column names' : 'neither gives a column name';
  return `the separator is not certain: it may be ${names}, and ${why}. Use one separator, or name it in a first line such as sep=;`;
}

function namesIn(header: string, separator: Separator): readonly string[] {
  return header.split(separator).map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
}

/** The separator that a first line such as `sep=;` names, as in Excel. Undefined for any other line. */
export function declaredSeparator(line: string): Found | undefined {
  const [, declared] = /^\s*"?sep=([^"\r\n]?)"?\s*$/i.exec(line) ?? [];
  if (declared === undefined) return undefined;
  const separator = SEPARATORS.find((known) => known === declared);
  if (separator !== undefined) return { kind: 'certain', separator };
  return { kind: 'uncertain', reason: 'sep= must name a comma, a semicolon or a tab' };
}
