import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import Negotiator from 'negotiator';
import { Problem } from '../../core/errors/problem.js';
import type { HostRoute } from '../../core/http/front/routed.js';
import { DASHBOARD_PAGES } from './pages.js';

/** Where the build leaves them, each with what it was compressed to beside it. */
const BUILT = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));

/** Nothing from elsewhere and nothing inline: a borrower's name that is shown must not become a script. */
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

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Best first; a file that compresses to no less has none. */
const ENCODINGS = ['br', 'gzip'] as const;
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

interface Asset {
  readonly type: string;
  readonly tag: string;
  readonly bodies: Readonly<Partial<Record<'identity' | (typeof ENCODINGS)[number], Buffer>>>;
}

/** What has its own content in its name never changes; the page names what belongs to it, and is asked for anew. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASKED_ANEW = 'no-cache';

export interface DashboardAssets {
  /** The page, at each of its addresses. */
  readonly pages: readonly HostRoute[];
  /** What it loads. The same for everybody, kept by browsers for ever: these count against nobody's limit. */
  readonly files: readonly HostRoute[];
}

/** @throws when the dashboard has not been built */
export function dashboardAssets(directory = BUILT): DashboardAssets {
  const page = readAsset(directory, 'index.html');
  const files = new Map(
    readdirSync(join(directory, 'assets'))
      .filter((name) => extname(name) in TYPES)
      .map((name) => [name, readAsset(join(directory, 'assets'), name)]),
  );
  const sendPage: RequestHandler = (request, response) => {
    response.setHeader('Content-Security-Policy', POLICY);
    send(request, response, page, ASKED_ANEW);
  };
  const sendFile: RequestHandler = (request, response) => {
    const file = files.get(String(request.params['file']));
    if (file === undefined) throw new Problem('route_not_found');
    send(request, response, file, FOR_EVER);
  };
  return {
    pages: DASHBOARD_PAGES.map((path) => ({ method: 'GET', path, handlers: [sendPage] })),
    files: [{ method: 'GET', path: '/assets/{file}', handlers: [sendFile] }],
  };
}

function readAsset(directory: string, name: string): Asset {
  const path = join(directory, name);
  const identity = readFileSync(path);
  const smaller = ENCODINGS.filter((encoding) => existsSync(`${path}${ENDINGS[encoding]}`));
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    tag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: {
      identity,
      ...Object.fromEntries(smaller.map((encoding) => [encoding, readFileSync(`${path}${ENDINGS[encoding]}`)])),
    },
  };
}

function send(request: Request, response: Response, { type, tag, bodies }: Asset, caching: string): void {
  response.set({ 'Cache-Control': caching, Vary: 'Accept-Encoding', ETag: tag });
  if (request.headers['if-none-match'] === tag) {
    response.status(304).end();
    return;
  }
  const there = ENCODINGS.filter((encoding) => bodies[encoding] !== undefined);
  const taken = new Negotiator(request).encodings([...there, 'identity']);
  const encoding = there.find((each) => taken.includes(each));
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  response.type(type).end(bodies[encoding ?? 'identity']);
}
