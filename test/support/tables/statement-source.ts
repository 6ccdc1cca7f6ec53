import { readFileSync } from 'node:fs';
import { sources } from './areas.js';

/** Finds the source that registered a statement, by the statement's name. */
export interface StatementSources {
  /** More than one if several sources have the name; the test reports that. */
  of(name: string): readonly string[];
}

interface Source {
  readonly file: string;
  readonly text: string;
}

/** A name with gaps: `report.${code}.page`. */
interface Pattern {
  readonly file: string;
  readonly matches: RegExp;
  /** Characters outside the gaps. */
  readonly written: number;
}

/** Functions that create statements, called with their names. */
const MAKERS: ReadonlySet<string> = new Set([
  'core/db/statement.ts',
  'core/db/paged-lists.ts',
  'core/db/by-id.ts',
  'core/db/sorted-lists/sorted-list.ts',
  'core/erasure/erase-texts-step.ts',
  'connectors/loan-systems/added/exception-of-loan-system.store.ts',
]);
const REGISTERS =
  /[^.\w](?:statement|newestFirst|readById|readByIds|lockById|eraseTexts|raiseExceptionOfSystem|closeExceptionOfSystem)\(/;

export function readSources(): readonly Source[] {
  return sources().map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

export function statementSources(read: readonly Source[]): StatementSources {
  const registering = read.filter(({ file, text }) => !MAKERS.has(file) && REGISTERS.test(text));
  const naming = read.filter((source) => source.file.endsWith('.store.ts') || registering.includes(source));
  const patterns = registering.flatMap((source) => patternsIn(source));
  const among = (sourcesToLook: readonly Source[], text: string) =>
    sourcesToLook.filter((source) => source.text.includes(text)).map(({ file }) => file);
  return {
    of: (name) => {
      const tries = [
        () => among(registering, `name: '${name}'`),
        () => among(naming, `'${name}'`),
        () => (name.endsWith('.owner') ? ownersOf(read, name.slice(0, -'.owner'.length)) : []),
        () => listsOf(read, name),
        () => mostWritten(patterns.filter(({ matches }) => matches.test(name))),
      ];
      for (const look of tries) {
        const found = look();
        if (found.length > 0) return [...new Set(found)];
      }
      return [];
    },
  };
}

/** The source that declares a sorted list, by the name of one of the list's statements. */
function listsOf(read: readonly Source[], name: string): readonly string[] {
  const list = /^([^.]+)\.(?:sorted\..+|totals|csv)$/.exec(name)?.[1];
  if (list === undefined) return [];
  const declaring = read.filter(({ text }) => /\bsortedList\(\{/.test(text));
  const literal = declaring.filter(({ text }) => text.includes(`name: '${list}'`)).map(({ file }) => file);
  return literal.length > 0
    ? literal
    : mostWritten(declaring.flatMap(patternsIn).filter(({ matches }) => matches.test(list)));
}

/** Who asks core/db/row-key.ts for a table's owner, by its model, or by whichever it is handed. */
function ownersOf(read: readonly Source[], table: string): readonly string[] {
  const model = table.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  const asking = read.filter(({ file }) => file !== 'core/db/row-key.ts');
  const byName = asking.filter(({ text }) => text.includes(`ownerOf('${model}')`));
  return (byName.length > 0 ? byName : asking.filter(({ text }) => /\bownerOf\((?!')/.test(text))).map(
    ({ file }) => file,
  );
}

function patternsIn({ file, text }: Source): readonly Pattern[] {
  return [...text.matchAll(/(?:name|page): `([^`]+)`/g)].map(([, name = '']) => {
    const parts = name.split(/\$\{[^}]*\}/);
    const matches = new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`);
    return { file, matches, written: parts.join('').length };
  });
}

function mostWritten(found: readonly Pattern[]): readonly string[] {
  const most = Math.max(...found.map(({ written }) => written));
  return found.filter(({ written }) => written === most).map(({ file }) => file);
}
