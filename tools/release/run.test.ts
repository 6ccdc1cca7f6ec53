import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from './run.js';

/* The whole release, in a Git repository that is made for each test. */

const NOW = new Date('2027-01-31T23:59:59Z');
const manifest = (name: string) => `${JSON.stringify({ name, version: '0.2.0', private: true }, null, 2)}\n`;
const FILES: Readonly<Record<string, string>> = {
  'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n- A line.\n\n## [0.2.0] - 2026-11-23\n\n- Another.\n',
  'package.json': manifest('tributary'),
  'dashboard/package.json': manifest('@tributary/dashboard'),
  'package-lock.json': `${JSON.stringify({ version: '0.2.0', packages: { '': { version: '0.2.0' }, dashboard: { version: '0.2.0' }, sdk: { version: '0.1.0' } } }, null, 2)}\n`,
};

let root: string;
let printed: string[];
let errors: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tributary-release-'));
  mkdirSync(join(root, 'dashboard'));
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(root, file), text);
  git('init', '--quiet', '--initial-branch', 'main');
  for (const setting of ['commit.gpgsign', 'tag.gpgsign']) git('config', setting, 'false');
  git('config', 'user.name', 'Releaser');
  git('config', 'user.email', 'releaser@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
}

function released(...words: readonly string[]): number {
  printed = [];
  errors = [];
  return run(words, { root, now: NOW, print: (line) => printed.push(line), printError: (line) => errors.push(line) });
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('npm run release', () => {
  it('0.3.0 › stamps the changelog and every version, commits them and tags the commit', () => {
    expect([released('0.3.0'), errors]).toEqual([0, []]);
    expect(read('CHANGELOG.md')).toContain('## [Unreleased]\n\n## [0.3.0] - 2027-01-31\n\n- A line.\n\n## [0.2.0]');
    for (const file of ['package.json', 'dashboard/package.json']) expect(JSON.parse(read(file)).version).toBe('0.3.0');
    const { version, packages } = JSON.parse(read('package-lock.json'));
    expect([version, packages[''].version, packages.dashboard.version, packages.sdk.version]).toEqual([
      ...['0.3.0', '0.3.0', '0.3.0'],
      '0.1.0',
    ]);
    expect(git('log', '--format=%s')).toBe('Release 0.3.0\nBegin');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('cat-file', '-t', 'v0.3.0')).toBe('tag');
    expect(git('rev-parse', 'v0.3.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(printed.at(-1)).toContain('git push origin main v0.3.0');
  });

  it('a second release of the same version is refused, and one of the next has no entries yet', () => {
    released('0.3.0');
    expect(released('0.3.0')).toBe(1);
    expect(errors[0]).toContain('0.3.0 is not greater than the current version');
    expect(released('0.3.1')).toBe(1);
    expect(errors[0]).toContain('no entries under "Unreleased"');
  });

  it('--dry-run › prints every change and makes none', () => {
    expect([released('0.3.0', '--dry-run'), errors]).toEqual([0, []]);
    expect(printed).toContain('  + ## [0.3.0] - 2027-01-31');
    expect(printed.filter((line) => line === '  +   "version": "0.3.0",')).toHaveLength(3);
    for (const [file, text] of Object.entries(FILES)) expect(read(file)).toBe(text);
    expect([git('log', '--format=%s'), git('tag', '--list')]).toEqual(['Begin', '']);
  });

  it.each([
    ['a change that is not committed', () => writeFileSync(join(root, 'new.txt'), 'new'), /commit them or stash them/],
    ['another branch', () => git('switch', '--quiet', '--create', 'side'), /the branch is side: .*git switch main/],
    ['a tag that exists', () => git('tag', 'v0.3.0'), /the tag v0\.3\.0 exists already: choose another/],
  ])('1 with %s; nothing is changed', (_, spoil, message) => {
    spoil();
    expect(released('0.3.0')).toBe(1);
    expect(errors.join('\n')).toMatch(message);
    expect([read('package.json'), git('log', '--format=%s')]).toEqual([FILES['package.json'], 'Begin']);
  });

  it('1 when Git refuses the commit: the files are as before, and the same command can be run again', () => {
    const hook = join(root, '.git/hooks/pre-commit');
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho "not today" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    expect(released('0.3.0')).toBe(1);
    expect(errors[0]).toMatch(/git commit failed: .*\nnot today/);
    expect([git('status', '--porcelain'), git('tag', '--list')]).toEqual(['', '']);
    rmSync(hook);
    expect(released('0.3.0')).toBe(0);
  });

  it('--help › says what it does', () => {
    expect([released('--help'), errors]).toEqual([0, []]);
    expect(printed[0]).toContain('Usage: npm run release -- VERSION [--dry-run]');
  });

  it.each([[[]], [['0.3.0', '0.4.0']], [['0.3.0', '--force']]])('2 for %j, with the help', (words) => {
    expect(released(...words)).toBe(2);
    expect(errors[0]).toContain('Usage: npm run release');
  });
});
