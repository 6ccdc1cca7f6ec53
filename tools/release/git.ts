import { execFileSync } from 'node:child_process';
import { ReleaseError } from './release-error.js';

/** Git in one repository. */
export class Git {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** @throws {ReleaseError} unless the branch is main, nothing is uncommitted and the tag is free */
  checkReady(tag: string): void {
    const branch = this.#run('branch', '--show-current');
    if (branch !== 'main') {
      throw new ReleaseError(
        `the branch is ${branch === '' ? 'none' : branch}: releases are made on main, so run git switch main`,
      );
    }
    const changes = this.#run('status', '--porcelain');
    if (changes !== '') {
      throw new ReleaseError(
        `there are changes that are not committed: commit them or stash them, then run this again\n${changes}`,
      );
    }
    if (this.#run('tag', '--list', tag) !== '') {
      throw new ReleaseError(
        `the tag ${tag} exists already: choose another version; git show ${tag} shows what it names`,
      );
    }
  }

  commit(files: readonly string[], subject: string): void {
    this.#run('commit', '--quiet', '--message', subject, '--', ...files);
  }

  /** An annotated tag on the newest commit. */
  tag(name: string, message: string): void {
    this.#run('tag', '--annotate', '--message', message, name);
  }

  #run(...words: readonly string[]): string {
    try {
      return execFileSync('git', words, {
        cwd: this.#root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim();
    } catch (error) {
      throw new ReleaseError(`git ${words[0]} failed: fix what it says, then run this again\n${saidBy(error)}`);
    }
  }
}

function saidBy(error: unknown): string {
  if (error instanceof Error && 'stderr' in error && String(error.stderr).trim() !== '')
    return String(error.stderr).trim();
  return error instanceof Error ? error.message : String(error);
}
