import { Context, type Emitter, type Liquid, type Template, Token, toValue, toValueSync } from 'liquidjs';
import { isFilled } from './is-template-variable-filled.js';
import { faultOf, htmlLiquid, namesIn, plainLiquid } from './liquid-engines-and-template-faults.js';
import type { TemplateFault, TemplateField } from './template-fields-and-fault-types.js';

/** All input of a preview, sent to another process as JSON. */
export interface PreviewSource {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** The workspace's values: name and value. */
  readonly fillings: readonly (readonly [placeholder: string, value: string])[];
  /** An object as JSON text; its members override the workspace's values. */
  readonly sampleJson: string;
}

export interface RenderedPreview {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** Names in the templates without a value, in order of first use. */
  readonly unfilled: readonly string[];
  /** Whether a part was too long for a preview and was cut. */
  readonly truncated: boolean;
}

export type PreviewOutcome =
  | { readonly kind: 'rendered'; readonly preview: RenderedPreview }
  | ({ readonly kind: 'faulty' } & TemplateFault);

/** Maximum characters of each part in a preview. */
export const MOST_SHOWN = 500_000;

/**
 * Renders the parts of a template. Synchronous, and bounded only by Liquid's limits: run it in a process that can be
 * killed.
 */
export function renderPreview({ subject, html, text, fillings, sampleJson }: PreviewSource): PreviewOutcome {
  const members = membersOf(fillings, sampleJson);
  const parts = [
    { field: 'subject_template', liquid: plainLiquid, source: subject },
    { field: 'html_template', liquid: htmlLiquid, source: html },
    { field: 'text_template', liquid: plainLiquid, source: text },
  ] as const;
  const shown: Record<TemplateField, string | null> = {
    subject_template: '',
    html_template: null,
    text_template: null,
  };
  const unfilled = new Set<string>();
  let truncated = false;
  for (const { field, liquid, source } of parts) {
    if (source === null) continue;
    try {
      const templates = liquid.parse(source);
      for (const name of unfilledOf(liquid, templates, Object.fromEntries(members))) unfilled.add(name);
      const rendered = rendering(liquid, templates, Object.fromEntries(members));
      shown[field] = rendered.text;
      truncated ||= rendered.truncated;
    } catch (error) {
      return { kind: 'faulty', field, fault: faultOf(error) };
    }
  }
  const preview = {
    subject: oneLine(shown.subject_template ?? ''),
    html: shown.html_template,
    text: shown.text_template,
    unfilled: [...unfilled],
    truncated,
  };
  return { kind: 'rendered', preview };
}

/**
 * Members as a list, so that each rendering gets its own object (`increment` writes into it) and `__proto__` is an
 * ordinary name in it.
 */
function membersOf(fillings: PreviewSource['fillings'], sampleJson: string): readonly (readonly [string, unknown])[] {
  const sample: object = JSON.parse(sampleJson);
  return [...fillings, ...Object.entries(sample)];
}

function rendering(liquid: Liquid, templates: Template[], members: object) {
  const shown = new BoundedText();
  const context = new Context(members, liquid.options, { sync: true }, { liquid });
  try {
    toValueSync(liquid.renderer.renderTemplates(templates, context, shown));
  } catch (error) {
    if (!shown.isFull) throw error;
  }
  return { text: shown.buffer, truncated: shown.isFull };
}

/** Collects output up to the limit, then throws to end the rendering. */
class BoundedText implements Emitter {
  buffer = '';
  isFull = false;

  write(html: unknown): void {
    this.buffer += textOf(html);
    if (this.buffer.length <= MOST_SHOWN) return;
    this.isFull = true;
    // Do not end with half a surrogate pair.
    this.buffer = this.buffer.slice(0, MOST_SHOWN).replace(/[\uD800-\uDBFF]$/, '');
    throw new Error('the preview is full');
  }
}

/** Formats a value as Liquid does: empty for null, lists joined. */
function textOf(value: unknown): string {
  const plain: unknown = toValue(value);
  if (plain === null || plain === undefined) return '';
  return Array.isArray(plain) ? plain.map(textOf).join('') : String(plain);
}

/** A subject is one line: a line break in a value must not start another header. */
function oneLine(subject: string): string {
  return subject.replace(/[\r\n\u2028\u2029]+/g, ' ').trim();
}

function unfilledOf(liquid: Liquid, templates: Template[], members: object): readonly string[] {
  return withoutPositions(() => namesIn(liquid, templates))
    .filter((name) => !isFilled(name, members))
    .map((name) => name.filter((step) => typeof step === 'string').join('.'));
}

/**
 * Skips the positions of names: to find each one, Liquid walks the template from its start, and they are not needed.
 */
function withoutPositions<T>(analysis: () => T): T {
  const { getPosition } = Token.prototype;
  Token.prototype.getPosition = () => [0, 0];
  try {
    return analysis();
  } finally {
    Token.prototype.getPosition = getPosition;
  }
}
