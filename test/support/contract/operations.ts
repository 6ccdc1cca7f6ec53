import { readFileSync } from 'node:fs';

/** The checked-in contract document. Untyped: tests check its content. */
export const CONTRACT: any = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

export interface PathMatch {
  /** As spelled in the document. */
  readonly path: string;
  /** The path item: operations by method, in lower case. */
  readonly item: any;
}

const TEMPLATES = Object.entries<any>(CONTRACT.paths)
  .map(([path, item]) => ({ path, item, pattern: patternOf(path) }))
  // A literal path precedes one with a parameter.
  .sort((a, b) => parametersIn(a.path) - parametersIn(b.path));

/**
 * The path items that match a request's path, the preferred one first, from the document alone, not from the route
 * table.
 */
export function pathMatches(url: string): readonly PathMatch[] {
  const [path = ''] = url.split('?');
  return TEMPLATES.filter(({ pattern }) => pattern.test(path));
}

/** A trailing slash makes no difference in the groups about email and campaigns. */
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
