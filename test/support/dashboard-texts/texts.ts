import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';

/** A text that an operator may read, and the file that has it. Parts that are known only when it is shown are `{…}`. */
export interface DashboardText {
  /** From `dashboard/src`. */
  readonly file: string;
  readonly text: string;
}

/** Attributes that no operator reads. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  ...['aria-describedby', 'aria-hidden', 'aria-labelledby', 'aria-live', 'autoComplete', 'className', 'd', 'fill'],
  ...['href', 'htmlFor', 'id', 'inputMode', 'key', 'kind', 'method', 'rel', 'role', 'scope', 'stroke', 'target', 'to'],
  ...['tone', 'type', 'viewBox', 'data-column'],
]);

/** Types of nodes under which no text is shown. */
const NOT_TEXT = /^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import)/;

/** Every text in the source of the dashboard: its catalogue, read from the components themselves. */
export function dashboardTexts(source: URL): readonly DashboardText[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('generated'))
    .toSorted()
    .flatMap((file) => textsIn(file, readFileSync(new URL(file, source), 'utf8')));
}

/** The texts of one file, each once. Single lower-case words are codes and are left out. */
export function textsIn(file: string, code: string): readonly DashboardText[] {
  const found = new Set<string>();
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (text) => {
    if (/\p{L} |\p{L} ?\{…\} ?\p{L}|^\p{Lu}/u.test(text)) found.add(text);
  });
  return [...found].map((text) => ({ file, text }));
}

function visit(node: unknown, see: (text: string) => void): void {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, see);
    return;
  }
  if (!isNode(node) || NOT_TEXT.test(node.type)) return;
  if (node.type === 'JSXAttribute' && NOT_SHOWN.has(nameOf(node))) return;
  const text = textOf(node);
  if (text !== undefined) see(text.replaceAll(/\s+/g, ' ').trim());
  for (const [key, child] of Object.entries(node)) if (key !== 'typeAnnotation') visit(child, see);
}

interface Node extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nameOf({ name }: Node): string {
  return isNode(name) && typeof name['name'] === 'string' ? name['name'] : '';
}

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText' || node.type === 'Literal')
    return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join('{…}');
}
