import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { operationIdOf } from '../../gateway/operation-id.js';
import { packParts } from './released-parts.js';

/**
 * Stores a release's parts, and the documents that its facades send, for tests of later versions next to it. The second
 * half of `npm run upgrades:dump`, run from the project's folder.
 *
 * An argument names the folder of another version, installed and prepared.
 */
const folder = process.argv[2] ?? '.';
const manifestOf = (text: string) => z.record(z.string(), z.string()).parse(JSON.parse(text));

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
const parts = `test/upgrades/${version}/parts.json.br`;
if (existsSync(parts)) throw new Error(`${version} is stored already: set the next version in package.json first`);
const released = `gateway/released-operations/${version}.json`;
await mkdir(`test/upgrades/${version}`, { recursive: true });
await writeFile(parts, await packParts(folder));
// 0.2.0 sent names as ids, so its manifest stays as it was.
if (!existsSync(released)) {
  const manifest = manifestOf(readFileSync(join(folder, 'gateway/persisted-operations.json'), 'utf8'));
  const byId = Object.values(manifest).map((document) => [operationIdOf(document), document]);
  await writeFile(released, `${JSON.stringify(Object.fromEntries(byId), null, 2)}\n`);
}
