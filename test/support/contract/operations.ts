import { readFileSync } from 'node:fs';

/** The checked-in contract document; untyped: what it says is what tests find out. */
export const CONTRACT: any = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

export interface PathMatch {
  /** As the document spells it. */
  readonly path: string;
  /** The path item: operations by method, in lower case. */
  readonly item: any;
}

const TEMPLATES = Object.entries<any>(CONTRACT.paths)
  .map(([path, item]) => ({ path, item, pattern: patternOf(path) }))
  // A path that is spelled out goes before one with a parameter.
  .sort((a, b) => parametersIn(a.path) - parametersIn(b.path));

/**
 * The path items that a request's path falls under: the one that goes first, and those that it would fall under if that were not
 * there. Read from the document alone: the route table is not asked.
 */
export function pathMatches(url: string): readonly PathMatch[] {
  const [path = ''] = url.split('?');
  return TEMPLATES.filter(({ pattern }) => pattern.test(path));
}

/** A slash at the end makes no difference in the groups about email and campaigns. */
function patternOf(path: string): RegExp {
  const isLenient = /^\/(email-templates|workspace-|campaign-events)/.test(path);
  const body = path
    .replace(/(?<=.)\/$/, '')
    .replace(/[.]/g, '\\.')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${body}${isLenient ? '/?' : ''}$`);
}

function parametersIn(path: string): number {
  return path.split('{').length;
}
