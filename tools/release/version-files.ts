import { z } from 'zod';
import { ReleaseError } from './release-error.js';

/** Files that carry the product's version. The SDK and the contract document have versions of their own. */
export const VERSION_FILES = ['package.json', 'dashboard/package.json', 'package-lock.json'] as const;
export type VersionFile = (typeof VERSION_FILES)[number];

const manifestSchema = z.looseObject({ version: z.string() });
const lockSchema = z.looseObject({
  version: z.string(),
  packages: z.looseObject({ '': manifestSchema, dashboard: manifestSchema }),
});

/** The versions that a file carries: a manifest one, the lock file three. */
export function versionsIn(file: VersionFile, text: string): readonly string[] {
  if (file !== 'package-lock.json') return [manifestSchema.parse(JSON.parse(text)).version];
  const { version, packages } = lockSchema.parse(JSON.parse(text));
  return [version, packages[''].version, packages.dashboard.version];
}

/**
 * A file's text with the next version in place of the present one; nothing else changes.
 *
 * @throws {ReleaseError} when the file carries another version than the present one
 */
export function withVersion(file: VersionFile, text: string, present: string, next: string): string {
  const others = versionsIn(file, text).filter((version) => version !== present);
  if (others.length > 0) {
    throw new ReleaseError(
      `${file} says ${others.join(', ')} and package.json says ${present}: set the same version in both, run npm install, and commit`,
    );
  }
  if (file !== 'package-lock.json') return text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${next}"`);
  // Not what the schema parsed: that has its keys in another order.
  const lock: z.infer<typeof lockSchema> = JSON.parse(text);
  lock.version = next;
  lock.packages[''].version = next;
  lock.packages.dashboard.version = next;
  return `${JSON.stringify(lock, null, 2)}\n`;
}
