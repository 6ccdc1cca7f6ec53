import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One file's import of another, both as paths from the project's root. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** A dynamic import. */
  readonly isLazy: boolean;
  /** Types only: removed by compilation. */
  readonly isOfTypes: boolean;
}

export interface ImportGraph {
  readonly files: readonly string[];
  readonly imports: readonly Import[];
  /** Imports of packages: the file, and the package's name. */
  readonly packages: readonly { readonly from: string; readonly name: string }[];
  /** Imports of other paths, relative to the project's root: generated files, style sheets, tests. */
  readonly others: readonly { readonly from: string; readonly path: string }[];
}

/** The imports of the product's files: no tests, no benches, no generated files. Imports of types count. */
export function importGraph(): ImportGraph {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = tracked.split('\n').filter(isSource);
  const known = new Set(files);
  const imports: Import[] = [];
  const packages: { from: string; name: string }[] = [];
  const others: { from: string; path: string }[] = [];
  for (const from of files) {
    for (const { specifier, isLazy, isOfTypes } of specifiersOf(from)) {
      if (!specifier.startsWith('.')) {
        packages.push({ from, name: packageOf(specifier) });
        continue;
      }
      const path = normalize(join(dirname(from), specifier));
      const to = fileOf(path, known);
      if (to === undefined) others.push({ from, path });
      else imports.push({ from, to, isLazy, isOfTypes });
    }
  }
  return { files, imports, packages, others };
}

function isSource(file: string): boolean {
  return file !== '' && !/\.test\.tsx?$|\.d\.ts$|^(test|bench)\/|(^|\/)generated\/|^prisma\/client\//.test(file);
}

interface Specifier {
  readonly specifier: string;
  readonly isLazy: boolean;
  readonly isOfTypes: boolean;
}

function specifiersOf(file: string): readonly Specifier[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Specifier[] = [];
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), found, !text.includes('import('));
  return found;
}

/** @param onlyTop - ignores imports inside functions */
function visit(node: unknown, found: Specifier[], onlyTop: boolean): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, found, onlyTop);
    return;
  }
  if (!isNode(node)) return;
  if (IMPORTING.has(node.type) && typeof node.source?.value === 'string') {
    const isOfTypes = node.type === 'TSImportType' || ofTypes(node);
    found.push({ specifier: node.source.value, isLazy: node.type === 'ImportExpression', isOfTypes });
  }
  if (onlyTop && node.type !== 'Program') return;
  for (const child of Object.values(node)) visit(child, found, onlyTop);
}

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSImportType',
]);

/** `import type`, `export type`, and an import with every name marked `type`. */
function ofTypes(node: object): boolean {
  const kinds = 'specifiers' in node && Array.isArray(node.specifiers) ? node.specifiers.map(kindOf) : [];
  return kindOf(node) === 'type' || (kinds.length > 0 && kinds.every((kind) => kind === 'type'));
}

function kindOf(node: object): unknown {
  return 'importKind' in node ? node.importKind : 'exportKind' in node ? node.exportKind : undefined;
}

function isNode(value: unknown): value is { type: string; source?: { value?: unknown } | null } {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function fileOf(base: string, known: ReadonlySet<string>): string | undefined {
  const stem = base.replace(/\.js$/, '');
  return [base, `${stem}.ts`, `${stem}.tsx`, `${base}/index.ts`].find((name) => known.has(name));
}

/** Groups of more than one node that reach each other, each with the edges among them. */
export function circles(arrows: readonly (readonly [string, string])[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  return stronglyConnected(next).map((group) => {
    const inside = arrows.filter(([from, to]) => from !== to && group.has(from) && group.has(to));
    return [...new Set(inside.map(([from, to]) => `${from} → ${to}`))].sort().join(', ');
  });
}

/** Circles among the subfolders of one folder, at every depth. Files in the folder itself belong to none of them. */
export function folderCircles(imports: readonly Import[]): string[] {
  const siblings = new Map<string, [string, string][]>();
  for (const { from, to } of imports) {
    const [left, right] = [dirname(from).split('/'), dirname(to).split('/')];
    const depth = left.findIndex((name, at) => name !== right[at]);
    if (depth < 0 || right[depth] === undefined) continue;
    const parent = left.slice(0, depth).join('/');
    const pair: [string, string] = [left.slice(0, depth + 1).join('/'), right.slice(0, depth + 1).join('/')];
    siblings.set(parent, [...(siblings.get(parent) ?? []), pair]);
  }
  return [...siblings.values()].flatMap(circles);
}

/** A file, and every file reachable from it. */
export function reachedBy(file: string, imports: readonly Import[]): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const reached = new Set([file]);
  for (const at of reached) for (const to of next.get(at) ?? []) reached.add(to);
  return reached;
}

/** Tarjan's algorithm: groups of two or more nodes in which every node reaches every other. */
function stronglyConnected(next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string>[] {
  const found: Set<string>[] = [];
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visitNode = (node: string): number => {
    const own = index.size;
    let low = own;
    index.set(node, own);
    lowest.set(node, own);
    stack.push(node);
    for (const to of next.get(node) ?? []) {
      if (!index.has(to)) low = Math.min(low, visitNode(to));
      else if (stack.includes(to)) low = Math.min(low, lowest.get(to) ?? own);
    }
    lowest.set(node, low);
    if (low === own) {
      const group = new Set(stack.splice(stack.indexOf(node)));
      if (group.size > 1) found.push(group);
    }
    return low;
  };
  for (const node of next.keys()) if (!index.has(node)) visitNode(node);
  return found;
}
