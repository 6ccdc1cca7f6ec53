import { transformerStyleToClass } from '@shikijs/transformers';
import { createHighlighter, type Highlighter } from 'shiki';
import { escaped } from './html.js';

const LANGUAGES = ['shellscript', 'javascript', 'typescript', 'python', 'json', 'yaml', 'sql', 'csv'] as const;
const ALIASES: Readonly<Record<string, string>> = {
  sh: 'shellscript',
  js: 'javascript',
  ts: 'typescript',
  bash: 'shellscript',
};

/** Colours code by CSS classes: the content security policy forbids inline styles. */
export class Highlight {
  readonly #highlighter: Highlighter;
  readonly #toClass = transformerStyleToClass({ classPrefix: 'c-' });

  private constructor(highlighter: Highlighter) {
    this.#highlighter = highlighter;
  }

  static async load(): Promise<Highlight> {
    const themes = ['github-light-high-contrast', 'github-dark-high-contrast'];
    return new Highlight(await createHighlighter({ themes, langs: [...LANGUAGES] }));
  }

  /** A code block; `label` names it for screen readers. */
  code(text: string, language: string, label: string): string {
    const lang = ALIASES[language] ?? language;
    const known = (LANGUAGES as readonly string[]).includes(lang);
    const html = this.#highlighter.codeToHtml(text.replace(/\n$/, ''), {
      lang: known ? lang : 'text',
      themes: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      defaultColor: false,
      transformers: [this.#toClass],
    });
    return `<div class="code">${html.replace('<pre ', `<pre role="group" aria-label="${escaped(label)}" `)}</div>`;
  }

  /** The CSS classes of all code coloured so far. */
  css(): string {
    return this.#toClass.getCSS();
  }
}
