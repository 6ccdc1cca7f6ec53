import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../../core/errors/problem.js';
import { type BuiltFile, CACHE_FOREVER, encodingFor, MEDIA_TYPES, readBuilt } from '../../core/http/built-file.js';
import type { HostRoute } from '../../core/http/front/routed-host.js';
import { DASHBOARD_PAGES } from './generated/page-addresses.js';

/** Where the build puts the files, each with its compressed copies. */
const BUILT = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));

/** Nothing from other hosts and nothing inline: a borrower's name on the page must not become a script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const ASKED_ANEW = 'no-cache';

export interface DashboardAssets {
  /** The page, at each of its addresses. */
  readonly pages: readonly HostRoute[];
  /**
   * Files that the page loads. They are the same for all browsers, which cache them for ever, and count against no
   * limit.
   */
  readonly files: readonly HostRoute[];
  /** The page with status 404. */
  readonly sendMissingPage: (request: Request, response: Response) => void;
}

/** @throws when the dashboard has not been built */
export function dashboardAssets(directory = BUILT): DashboardAssets {
  const page = readBuilt(directory, 'index.html');
  const files = new Map(
    readdirSync(join(directory, 'assets'))
      .filter((name) => extname(name) in MEDIA_TYPES)
      .map((name) => [name, readBuilt(join(directory, 'assets'), name)]),
  );
  const sendPage: RequestHandler = (request, response) => {
    response.setHeader('Content-Security-Policy', POLICY);
    send(request, response, page, ASKED_ANEW);
  };
  const sendFile: RequestHandler = (request, response) => {
    const file = files.get(String(request.params['file']));
    if (file === undefined) throw new Problem('route_not_found');
    send(request, response, file, CACHE_FOREVER);
  };
  return {
    pages: DASHBOARD_PAGES.map((path) => ({ method: 'GET', path, handlers: [sendPage] })),
    files: [{ method: 'GET', path: '/assets/{file}', handlers: [sendFile] }],
    sendMissingPage(request, response) {
      response.setHeader('Content-Security-Policy', POLICY);
      send(request, response.status(404), page, ASKED_ANEW);
    },
  };
}

function send(request: Request, response: Response, file: BuiltFile, caching: string): void {
  response.set({ 'Cache-Control': caching, Vary: 'Accept-Encoding', ETag: file.etag });
  if (response.statusCode === 200 && request.headers['if-none-match'] === file.etag) {
    response.status(304).end();
    return;
  }
  const encoding = encodingFor(request, file);
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  response.type(file.mediaType).end(encoding === undefined ? file.bytes : file.packed[encoding]);
}
