import { filters, Liquid, LiquidError, type Template } from 'liquidjs';
import {
  type LiquidFault,
  OUT_OF_BOUNDS,
  TEMPLATE_FIELDS,
  type TemplateFault,
  type Templates,
} from './template-parts.js';

/** What one rendering may take: characters parsed, milliseconds, and what its filters and loops may make. */
const LIMITS = { parseLimit: 400_000, renderLimit: 500, memoryLimit: 5_000_000 } as const;

/** Tags that read other templates: there are none to read, and nothing of ours is ever read for them. */
const TAGS_OF_FILES = ['include', 'render', 'layout', 'block'];

/** Values go out as they are: subjects and text bodies. */
export const plainLiquid = createLiquid({});

/** Values are HTML-escaped on their way out, unless the template itself says `raw`. */
export const htmlLiquid = createLiquid({ outputEscape: 'escape' });

/** Every part that is not Liquid: what is wrong, and in which line. */
export function faultsOf(templates: Templates): readonly TemplateFault[] {
  return TEMPLATE_FIELDS.flatMap((field) => {
    const source = templates[field];
    const fault = source ? liquidFault(source) : undefined;
    return fault === undefined ? [] : [{ field, fault }];
  });
}

/** Parses a template as it is saved: syntax, tags and filters. Undefined: nothing is wrong. */
export function liquidFault(source: string): LiquidFault | undefined {
  try {
    plainLiquid.parse(source);
    return undefined;
  } catch (error) {
    return faultOf(error);
  }
}

/** How an error of parsing or rendering is told. */
export function faultOf(error: unknown): LiquidFault {
  if (!(error instanceof Error)) throw error;
  if (!LiquidError.is(error)) return { error: worded(error.message), at: {} };
  const [line, column] = error.token.getPosition();
  const message = error.message.replace(/, line:\d+, col:\d+$/, '');
  return { error: worded(message), at: { line: Number(line), column: Number(column) } };
}

/** Names that a template takes from outside, each with the members that it asks of it: `['borrower', 'name']`. */
export function namesIn(liquid: Liquid, templates: Template[]): readonly (readonly unknown[])[] {
  return liquid.globalVariableSegmentsSync(templates, { partials: false });
}

function createLiquid(options: { readonly outputEscape?: 'escape' }): Liquid {
  const liquid = new Liquid({
    ...options,
    ...LIMITS,
    strictFilters: true,
    ownPropertyOnly: true,
    relativeReference: false,
    templates: {},
    timezoneOffset: 0,
    locale: 'en-US',
  });
  for (const tag of TAGS_OF_FILES) Reflect.deleteProperty(liquid.tags, tag);
  if (options.outputEscape !== undefined) escapeOnce(liquid);
  return liquid;
}

/** A value that the template escapes itself is not escaped again; and line breaks may be put into one that is. */
function escapeOnce(liquid: Liquid): void {
  for (const name of ['escape', 'escape_once', 'xml_escape']) {
    liquid.registerFilter(name, { raw: true, handler: handlerOf(name) });
  }
  const [escaped, broken] = [handlerOf('escape_once'), handlerOf('newline_to_br')];
  liquid.registerFilter('newline_to_br', {
    raw: true,
    handler(value: unknown) {
      return broken.call(this, escaped.call(this, value));
    },
  });
}

function handlerOf(name: string) {
  const filter = filters[name];
  if (filter === undefined) throw new Error(`liquidjs has no filter ${name}`);
  return typeof filter === 'function' ? filter : filter.handler;
}

/** In the words of whoever writes templates. */
function worded(message: string): string {
  if (message.includes('Maximum call stack')) return 'the template nests too deeply';
  if (message.includes('parse length limit')) return 'the template is too long';
  if (message.includes('limit exceeded') || message.includes('Invalid string length')) return OUT_OF_BOUNDS;
  return message;
}
