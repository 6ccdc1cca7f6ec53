import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Problem } from '../../core/errors/problem.js';
import type { HostRoute } from '../../core/http/front/routed-host.js';

/** Its path on the gateway's host. */
const EXPLORER_PATH = '/explorer';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const EXAMPLES = join(HERE, 'examples');

/** Nothing from other hosts and nothing inline: a query on the page must not become a script that reads the token. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Where the build puts the page's script and style sheet. */
const BUILT = fileURLToPath(new URL('../../dashboard/dist/explorer/', import.meta.url));

/** Files that the page loads, by name. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['explorer.js', join(BUILT, 'explorer.js')],
  ['explorer.css', join(BUILT, 'explorer.css')],
  ['page.css', join(HERE, 'page.css')],
]);

export interface ExampleQuery {
  readonly query: string;
}

/** The explorer's initial queries, in the order of their files. */
export function exampleQueries(): readonly ExampleQuery[] {
  const names = readdirSync(EXAMPLES).toSorted();
  return names.map((name) => ({ query: readFileSync(join(EXAMPLES, name), 'utf8').trimEnd() }));
}

/**
 * The GraphQL explorer, for operators. The page is the same for all and contains no data: operators enter their own
 * token.
 */
export function explorerRoutes(): readonly HostRoute[] {
  const examples = exampleQueries();
  const page: RequestHandler = (_request, response) => {
    response.setHeader('Content-Security-Policy', POLICY);
    response.sendFile(join(HERE, 'page.html'), { cacheControl: false, acceptRanges: false });
  };
  return [
    { method: 'GET', path: EXPLORER_PATH, handlers: [page] },
    { method: 'GET', path: `${EXPLORER_PATH}/`, handlers: [page] },
    {
      method: 'GET',
      path: `${EXPLORER_PATH}/examples.json`,
      handlers: [(_request, response) => void response.json(examples)],
    },
    { method: 'GET', path: `${EXPLORER_PATH}/{file}`, handlers: [sendFile] },
  ];
}

function sendFile(request: Request, response: Response): void {
  const file = FILES.get(String(request.params['file']));
  if (file === undefined) throw new Problem('route_not_found');
  response.removeHeader('Cache-Control'); // `maxAge` only applies if no header is set yet
  response.sendFile(file, { dotfiles: 'allow', maxAge: '1h', acceptRanges: false });
}

/** A browser that opens the endpoint is redirected to the explorer; programs that use GET do not accept HTML. */
export function redirectsToExplorer(request: Request, response: Response, next: NextFunction): void {
  if (request.accepts(['application/json', 'text/html']) === 'text/html') response.redirect(EXPLORER_PATH);
  else next();
}
