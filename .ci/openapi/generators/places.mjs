import { mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = fileURLToPath(new URL('.', import.meta.url));
export const contract = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
/** Downloads are kept outside of the checkout: a second run fetches nothing. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tributary-generators');
/** Generated code, deleted at the end of the run. */
export const work = mkdtempSync(join(tmpdir(), 'tributary-generators-'));
