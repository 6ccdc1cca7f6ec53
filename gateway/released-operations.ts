import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The id that a released facade sends → its document. */
export type ReleasedOperations = Readonly<Record<string, string>>;

/**
 * The manifests of released versions. A gateway serves their documents too: during a rolling upgrade facades of the
 * previous version call it.
 *
 * @param folder - has a file `VERSION.json` for each release
 * @throws {Error} when two releases use one id for different documents
 */
export function releasedOperations(folder: string): ReleasedOperations {
  const known = new Map<string, string>();
  for (const file of readdirSync(folder).sort()) {
    const manifest: ReleasedOperations = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [id, document] of Object.entries(manifest)) {
      if ((known.get(id) ?? document) !== document)
        throw new Error(`${file}: ${id} is another document in an earlier release`);
      known.set(id, document);
    }
  }
  return Object.fromEntries(known);
}
