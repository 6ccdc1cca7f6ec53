import { filters, Liquid, LiquidError, type Template } from 'liquidjs';
import {
  type LiquidFault,
  OUT_OF_BOUNDS,
  TEMPLATE_FIELDS,
  type TemplateFault,
  type Templates,
} from './template-fields-and-fault-types.js';

/** Limits of one rendering: characters parsed, milliseconds, and memory for filters and loops. */
const LIMITS = { parseLimit: 400_000, renderLimit: 500, memoryLimit: 5_000_000 } as const;

/** Tags that read other templates: there are none to read, and no file of ours is read for them. */
const TAGS_OF_FILES = ['include', 'render', 'layout', 'block'];

/** Does not escape values: for subjects and text bodies. */
export const plainLiquid = createLiquid({});

/** HTML-escapes values on output, unless the template says `raw`. */
export const htmlLiquid = createLiquid({ outputEscape: 'escape' });

/** Every part that is not valid Liquid: the error and its line. */
export function faultsOf(templates: Templates): readonly TemplateFault[] {
  return TEMPLATE_FIELDS.flatMap((field) => {
    const source = templates[field];
    const fault = source ? liquidFault(source) : undefined;
    return fault === undefined ? [] : [{ field, fault }];
  });
}

/** Parses a template when it is saved: syntax, tags and filters. Undefined: no errors. */
export function liquidFault(source: string): LiquidFault | undefined {
  try {
    plainLiquid.parse(source);
    return undefined;
  } catch (error) {
    return faultOf(error);
  }
}

/** Converts an error of parsing or rendering. */
export function faultOf(error: unknown): LiquidFault {
  if (!(error instanceof Error)) throw error;
  if (!LiquidError.is(error)) return { error: worded(error.message), at: {} };
  const [line, column] = error.token.getPosition();
  const message = error.message.replace(/, line:\d+, col:\d+$/, '');
  return { error: worded(message), at: { line: Number(line), column: Number(column) } };
}

/** The global variables of a template, each as a path: `['borrower', 'name']`. */
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

/**
 * Does not escape a value again that the template itself has escaped; `newline_to_br` may add line breaks to an
 * escaped value.
 */
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

/** Rewords Liquid's errors for template authors. */
function worded(message: string): string {
  if (message.includes('Maximum call stack')) return 'the template nests too deeply';
  if (message.includes('parse length limit')) return 'the template is too long';
  if (message.includes('limit exceeded') || message.includes('Invalid string length')) return OUT_OF_BOUNDS;
  return message;
}
