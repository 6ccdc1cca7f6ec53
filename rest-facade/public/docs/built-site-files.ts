import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBuilt } from '../../../core/http/built-file.js';
import type { Asset } from '../../answer/cacheable-asset.js';
import { POLICY } from './try-page-assets.js';

/** Where the build puts the documentation (tools/prepare.mjs). */
const BUILT = fileURLToPath(new URL('../../../site/dist/', import.meta.url));

const MISSING = '404.html';

/** Located on first use, because most processes never serve it. Each file is also read on first use. */
let names: ReadonlySet<string> | undefined;
const read = new Map<string, Asset>();

/** A page by its address below `/docs`: `reference/recordPayment`. Undefined if the site has no such page. */
export function sitePage(path: string): Asset | undefined {
  return `${path}.html` === MISSING ? undefined : file(`${path}.html`);
}

/** Files that pages load; each has its content hash in its name. */
export function siteAsset(name: string): Asset | undefined {
  return file(`assets/${name}`);
}

/** The page shown for an unknown address, with links. */
export function missingPage(): Asset {
  const page = file(MISSING);
  if (page === undefined) throw new Error('the documentation has not been built');
  return page;
}

function file(name: string): Asset | undefined {
  names ??= new Set(filesOf(BUILT));
  if (!names.has(name)) return undefined;
  const known = read.get(name);
  if (known !== undefined) return known;
  const built = readBuilt(BUILT, name);
  const isPage = name.endsWith('.html');
  const asset: Asset = isPage ? { ...built, contentSecurityPolicy: POLICY } : { ...built, isForEver: true };
  read.set(name, asset);
  return asset;
}

function filesOf(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}
