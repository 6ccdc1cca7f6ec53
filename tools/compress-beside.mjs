// Writes compressed copies beside each file at build time, so that a host only has to choose one. Files that do not
// shrink get none.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The two higher levels cost ten times as much and save an eighth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** @param {string} folder - with all subfolders; freshly built, so that it contains no compressed copies yet. */
export function compressBeside(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = readFileSync(path);
    const brotli = brotliCompressSync(bytes, BROTLI);
    const gzip = gzipSync(bytes, { level: 9 });
    if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
    if (gzip.length < bytes.length) writeFileSync(`${path}.gz`, gzip);
  }
}
