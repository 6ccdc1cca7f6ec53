import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A word that this codebase once used where plain English has a better one, and where it is. */
export interface DialectWord {
  /** The first folder of the file's path, or the file itself when it is in the root. */
  readonly room: string;
  /** `path:line: the words`, ready for an editor. */
  readonly place: string;
}

const WORDS =
  /\b(?:told|tells|nobody|whoever|somebody|anybody|everybody|anew|afresh|likewise|meanwhile)\b|(?:^|[.;:*/#] |['`])Of (?:a|an|the|each|what|those|one|these|its|it|whom) /gm;

/** The same words at the start of a sentence. */
const CAPITALIZED = /\b(?:Told|Tells|Nobody|Whoever|Somebody|Anybody|Everybody|Anew|Afresh|Likewise|Meanwhile)\b/gm;

/** Comments, GraphQL descriptions, and string literals long enough to be a sentence. */
const PROSE = /\/\*[\s\S]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*|^\s*#[^\n]*|'[^'\n]{12,}'|`[^`\n]{12,}`/gm;

const TEXTS = /\.(?:tsx?|mjs|prisma|graphql|md)$/;
const GENERATED =
  /(?:^|\/)generated\/|supergraph\.graphql$|openapi\.json$|package-lock|persisted-operations|\/fineract\/openapi/;

/** Every word of the dialect in the files that git tracks, without those that a generator writes. */
export function dialectWords(root: URL): readonly DialectWord[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  return files
    .filter((file) => TEXTS.test(file) && !GENERATED.test(file))
    .flatMap((file) => dialectWordsIn(file, readFileSync(new URL(file, root), 'utf8')));
}

/** The words of one file. Markdown is prose as a whole. */
export function dialectWordsIn(file: string, text: string): readonly DialectWord[] {
  const room = file.split('/')[0] ?? file;
  const passages = file.endsWith('.md') ? [{ at: 0, prose: text }] : proseOf(text);
  return passages.flatMap(({ at, prose }) =>
    [...prose.matchAll(WORDS), ...prose.matchAll(CAPITALIZED)].map((match) => {
      const line = text.slice(0, at + match.index + match[0].search(/\w/)).split('\n').length;
      return { room, place: `${file}:${line}: ${match[0].replace(/^\W+/, '').trim()}` };
    }),
  );
}

function proseOf(text: string): readonly { readonly at: number; readonly prose: string }[] {
  return [...text.matchAll(PROSE)].map((match) => ({ at: match.index, prose: match[0] }));
}
