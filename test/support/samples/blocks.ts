import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tab } from './sample-runner.js';

export const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

interface Block {
  readonly language: string;
  readonly mark: string;
  readonly text: string;
}

/** @param page - without its extension, below `docs/` */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(DOCS, `${page}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', mark = '', block = '']) => ({
    language,
    mark,
    text: block,
  }));
}

/** All blocks of a page for one language, unchanged. */
export function textOf(page: string, tab: Tab): string {
  return blocksOf(page)
    .filter(({ mark }) => mark === `tab=${tab}` || (mark === 'setup' && tab === 'curl'))
    .map((block) => block.text)
    .join('\n');
}
