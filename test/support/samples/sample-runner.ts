import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from '../child-environment.js';
import { openSampleHost, type SampleHost } from './sample-host.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

export type Tab = 'curl' | 'sdk' | 'python';

/** Whether samples in Python can be run here: they need the package `requests`. */
export const HAS_REQUESTS = spawnSync('python3', ['-c', 'import requests']).status === 0;
export const NO_REQUESTS = HAS_REQUESTS ? '' : ' (Python is left out: python3 with requests is not installed)';

/** A reader's folder, with the client package installed: samples run in it exactly as a page shows them. */
export interface SampleRunner {
  readonly folder: string;
  /** @returns its output. @throws when it fails */
  run(tab: Tab, text: string, environment: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

export async function openSampleRunner(): Promise<SampleRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-samples-'));
  await installClient(folder);
  const hosts: Partial<Record<Tab, SampleHost>> = {
    sdk: openSampleHost(process.execPath, hostFile('node-host.mjs'), folder),
    ...(HAS_REQUESTS && { python: openSampleHost('python3', hostFile('python_host.py'), folder) }),
  };
  let ran = 0;
  return {
    folder,
    async run(tab, text, environment) {
      ran += 1;
      const file = join(folder, `sample-${ran}.${ENDINGS[tab]}`);
      await writeFile(file, tab === 'curl' ? STRICT + text : text);
      const env = { ...childEnvironment(), HOME: folder, FAILS_WITH: '--fail-with-body', ...environment };
      if (tab === 'curl') return (await run('bash', [file], { cwd: folder, env, timeout: 100_000 })).stdout;
      const host = hosts[tab];
      if (host === undefined) throw new Error(`no process runs samples in ${tab}`);
      return host.run(file, env);
    },
    async close() {
      await Promise.all(Object.values(hosts).map((host) => host.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * As npm would install it. `sdk-package.test.ts` checks the published package; this is the same code, compiled with the
 * product.
 */
async function installClient(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules/@tributary/sdk');
  await mkdir(installed, { recursive: true });
  await cp(join(ROOT, 'dist/sdk/src'), join(installed, 'dist'), { recursive: true });
  await cp(join(ROOT, 'sdk/package.json'), join(installed, 'package.json'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
}

function hostFile(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

const ENDINGS = { curl: 'sh', sdk: 'mjs', python: 'py' } as const;

/**
 * A shell continues after a failed command, and leaves background jobs running; this one does neither. A curl without
 * failure options gets them from the environment.
 */
const STRICT = `set -eo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
curl() { case " $* " in *' --fail'*) command curl -sS "$@" ;; *) command curl -sS $FAILS_WITH "$@" ;; esac; }
`;
