import { z } from 'zod';

const locked = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
});
/** The format of `package-lock.json`, version 3. */
export const lockFile = z.object({ packages: z.record(z.string(), locked) });
export type LockFile = z.output<typeof lockFile>;
type Locked = z.output<typeof locked>;

/** A package that the product, the SDK or a page in a browser contains or loads. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As its author wrote it; undefined if missing. */
  readonly licence: string | undefined;
}

/** Build tools of the dashboard, which its built files do not contain. */
const DASHBOARD_TOOLS = /^(@types\/|vite$|@vitejs\/)/;
/** Packages of the documentation's build that its pages run. */
const IN_THE_SITE = ['minisearch'];

/** All shipped packages, sorted by name and version. The root, the SDK and the dashboard share one lock file. */
export function shippedPackages({ packages }: LockFile): readonly ShippedPackage[] {
  const seen = new Map<string, Locked>();
  const visit = (from: string, name: string, isOptional = false): void => {
    const found = resolved(packages, from, name);
    if (found === undefined) {
      if (isOptional) return;
      throw new Error(`${name}, which ${from || 'the root'} needs, is not in the lock file`);
    }
    const [path, entry] = found;
    if (seen.has(path)) return;
    seen.set(path, entry);
    const optional = entry.optionalDependencies ?? {};
    for (const needed of Object.keys({ ...entry.dependencies, ...optional }))
      visit(path, needed, Object.hasOwn(optional, needed));
    for (const peer of Object.keys(entry.peerDependencies ?? {}))
      if (entry.peerDependenciesMeta?.[peer]?.optional !== true) visit(path, peer);
  };
  for (const name of Object.keys(packages['']?.dependencies ?? {})) visit('', name);
  for (const name of Object.keys(packages['sdk']?.dependencies ?? {})) visit('sdk', name);
  for (const name of Object.keys(packages['dashboard']?.devDependencies ?? {}))
    if (!DASHBOARD_TOOLS.test(name)) visit('dashboard', name);
  for (const name of IN_THE_SITE) visit('', name);
  return listed(seen);
}

/** Resolves a package like Node: from the nearest `node_modules` above. */
function resolved(packages: LockFile['packages'], from: string, name: string): readonly [string, Locked] | undefined {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    const entry = packages[path];
    if (entry !== undefined) return [path, entry];
    if (at === '') return undefined;
  }
}

/** A package in two places is listed once. */
function listed(seen: ReadonlyMap<string, Locked>): readonly ShippedPackage[] {
  const byName = new Map<string, ShippedPackage>();
  for (const [path, { version = '', license: licence, link }] of seen) {
    if (link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    byName.set(`${name}@${version}`, { name, version, licence });
  }
  // Sorted by code units, for the same order on every machine.
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found);
}
