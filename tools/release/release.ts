import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasedChangelog } from './changelog.js';
import { checkNextVersion } from './check-next-version.js';
import { Git } from './git.js';
import { ReleaseError } from './release-error.js';
import { VERSION_FILES, versionsIn, withVersion } from './version-files.js';

interface ReleaseOptions {
  /** The repository's folder. */
  readonly root: string;
  readonly version: string;
  /** In UTC, YYYY-MM-DD. */
  readonly date: string;
  readonly isDryRun: boolean;
  readonly print: (line: string) => void;
}

/**
 * Stamps the changelog and the version, commits both, and tags the commit. Nothing is pushed. All is checked before anything is written.
 *
 * @throws {ReleaseError} when the release cannot be made
 */
export function release({ root, version, date, isDryRun, print }: ReleaseOptions): void {
  const git = new Git(root);
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const [present = ''] = versionsIn('package.json', read('package.json'));
  const tag = `v${version}`;
  checkNextVersion(version, present);
  git.checkReady(tag);
  const changes: readonly Change[] = [
    stamped('CHANGELOG.md', read('CHANGELOG.md'), (text) => releasedChangelog(text, version, date)),
    ...VERSION_FILES.map((file) => stamped(file, read(file), (text) => withVersion(file, text, present, version))),
  ];
  const subject = `Release ${version}`;
  if (isDryRun) {
    for (const change of changes) printChange(change, print);
    print(`Would commit "${subject}" and make the tag ${tag}. Nothing was changed.`);
    return;
  }
  commitChanges(root, changes, git, subject);
  tagCommit(git, tag, version);
  print(`Released ${version}: commit "${subject}", tag ${tag}. Now run: git push origin main ${tag}`);
}

interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

function stamped(file: string, before: string, stamp: (text: string) => string): Change {
  return { file, before, after: stamp(before) };
}

/** Puts the files back when Git refuses the commit, so that the same command can be run again. */
function commitChanges(root: string, changes: readonly Change[], git: Git, subject: string): void {
  try {
    for (const { file, after } of changes) writeFileSync(join(root, file), after);
    git.commit(
      changes.map(({ file }) => file),
      subject,
    );
  } catch (error) {
    for (const { file, before } of changes) writeFileSync(join(root, file), before);
    throw error;
  }
}

function tagCommit(git: Git, tag: string, version: string): void {
  try {
    git.tag(tag, `Tributary ${version}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseError(
      `the commit is made, but not its tag. Run: git tag --annotate --message "Tributary ${version}" ${tag}\n${reason}`,
    );
  }
}

/** The lines that are different, as a diff shows them. */
function printChange({ file, before, after }: Change, print: (line: string) => void): void {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const shared = fresh.findIndex((line, at) => line !== old[at]);
  const added = fresh.length - old.length;
  print(file);
  if (added > 0) {
    for (const line of fresh.slice(shared, shared + added)) print(`  + ${line}`);
    return;
  }
  for (const [at, line] of fresh.entries()) {
    if (line === old[at]) continue;
    print(`  - ${old[at]}`);
    print(`  + ${line}`);
  }
}
