import { parseArgs } from 'node:util';
import { release } from './release.js';
import { ReleaseError } from './release-error.js';

const HELP = `Usage: npm run release -- VERSION [--dry-run]

Makes a release on the branch main: stamps the unreleased section of CHANGELOG.md with the version and today's date (UTC), sets the version in
package.json, dashboard/package.json and package-lock.json, commits "Release VERSION" and makes the annotated tag vVERSION. Pushes nothing.
docs/releasing.md says what to do before and afterwards.

  --dry-run   check everything and print what would change
  --help      show this`;

interface Surroundings {
  readonly root: string;
  readonly now: Date;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

/** @returns the exit code: 0 done, 1 the release cannot be made, 2 wrong arguments */
export function run(words: readonly string[], { root, now, print, printError }: Surroundings): number {
  const asked = argumentsOf(words);
  if (asked === undefined) {
    printError(HELP);
    return 2;
  }
  if (asked.isHelp) {
    print(HELP);
    return 0;
  }
  try {
    release({ root, version: asked.version, date: now.toISOString().slice(0, 10), isDryRun: asked.isDryRun, print });
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    printError(`No release: ${error.message}`);
    return 1;
  }
}

interface Asked {
  readonly version: string;
  readonly isDryRun: boolean;
  readonly isHelp: boolean;
}

function argumentsOf(words: readonly string[]): Asked | undefined {
  try {
    const options = { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [version = ''] = positionals;
    const isHelp = values.help === true;
    if (!isHelp && positionals.length !== 1) return undefined;
    return { version, isHelp, isDryRun: values['dry-run'] === true };
  } catch {
    return undefined;
  }
}
