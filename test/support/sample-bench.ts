import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

export type Tab = 'curl' | 'sdk' | 'python';

/** Whether samples in Python can be run here: they need its package `requests`. */
export const HAS_REQUESTS = spawnSync('python3', ['-c', 'import requests']).status === 0;
export const NO_REQUESTS = HAS_REQUESTS ? '' : ' (Python is left out: python3 with requests is not installed)';

/** A reader's own folder, with the client package installed: samples run in it as they stand on a page. */
export interface SampleBench {
  readonly folder: string;
  /** @returns what it printed. @throws when it fails */
  run(tab: Tab, text: string, environment: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

export async function openSampleBench(): Promise<SampleBench> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-samples-'));
  const installed = join(folder, 'node_modules/@tributary/sdk');
  await mkdir(installed, { recursive: true });
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', join(ROOT, 'sdk'), '--outDir', join(installed, 'dist')]);
  await cp(join(ROOT, 'sdk/package.json'), join(installed, 'package.json'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  let ran = 0;
  return {
    folder,
    async run(tab, text, environment) {
      ran += 1;
      const { command, ending, before } = SHELLS[tab];
      const file = join(folder, `sample-${ran}.${ending}`);
      await writeFile(file, before + text);
      const env = { ...childEnvironment(), HOME: folder, FAILS_WITH: '--fail-with-body', ...environment };
      const { stdout } = await run(command, [file], { cwd: folder, env, timeout: 60_000 });
      return stdout;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A shell goes on after a refusal that nobody looks at, and leaves behind what it has begun: here it does not. */
const SHELLS = {
  curl: {
    command: 'bash',
    ending: 'sh',
    before:
      'set -eo pipefail\ntrap \'kill $(jobs -p) 2>/dev/null || true\' EXIT\ncurl() { command curl -sS $FAILS_WITH "$@"; }\n',
  },
  sdk: { command: process.execPath, ending: 'mjs', before: '' },
  python: { command: 'python3', ending: 'py', before: '' },
} as const;
