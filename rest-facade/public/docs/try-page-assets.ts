import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Asset, assetOf } from '../../answer/cacheable-asset.js';
import { PAGE_SCRIPT } from './try-page-script.js';
import { TRY_STYLE } from './try-style.js';

/**
 * Allows scripts, styles and calls of this host only, and nothing inline: requests tried on the page go to the host
 * that served it.
 */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try it · Tributary</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/try.css">
</head>
<body>
<noscript>The contract is at <a href="/openapi.json">/openapi.json</a>; this page needs JavaScript to show it.</noscript>
<header>
<p id="elsewhere" class="swagger-ui wrapper" hidden>Requests can be tried on the same page at <a href="/docs/try">/docs/try</a>.</p>
</header>
<div id="contract"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`;

/** The page for trying requests: Swagger UI. */
export const TRY_PAGE = assetOf(HTML, 'text/html; charset=utf-8', POLICY);

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** Files of Swagger UI that the page loads, by name, with their types. */
const PACKAGED: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', STYLE_TYPE],
  ['swagger-ui-bundle.js', SCRIPT_TYPE],
  ['favicon-32x32.png', 'image/png'],
]);

const read = new Map<string, Promise<Asset>>([
  ['page.js', Promise.resolve(assetOf(PAGE_SCRIPT, SCRIPT_TYPE))],
  ['try.css', Promise.resolve(assetOf(TRY_STYLE, STYLE_TYPE))],
]);

/** Read on first use, because most processes never serve it. Undefined: the page has no such file. */
export function docsAsset(name: string): Promise<Asset> | undefined {
  const known = read.get(name);
  const mediaType = PACKAGED.get(name);
  if (known !== undefined || mediaType === undefined) return known;
  const asset = readFile(join(packageFolder(), name)).then((bytes) => assetOf(bytes, mediaType));
  read.set(name, asset);
  asset.catch(() => read.delete(name));
  return asset;
}

function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
