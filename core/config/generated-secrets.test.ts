import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isDataKey } from '../secrets/at-rest.js';
import { generatedSecrets } from './generated-secrets.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

const path = () => join(folder, 'secrets.json');
const onDisk = async () => JSON.parse(await readFile(path(), 'utf8'));
const starts = (count: number) => Promise.all(Array.from({ length: count }, () => generatedSecrets(folder)));

it('several first starts at once end with the same secrets, readable by their owner only', async () => {
  const [first, ...others] = await starts(8);
  for (const other of others) expect(other).toEqual(first);
  expect(await onDisk()).toEqual(first);
  expect((await stat(path())).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['secrets.json']);
});

it.each([
  [['CARD_FINGERPRINT_SECRET', 'POSTING_REFERENCE_SECRET', 'DATA_ENCRYPTION_KEYS']],
  [['POSTING_REFERENCE_SECRET']],
])('a file of an earlier version without %s gets them once, and keeps the rest', async (lacking) => {
  const earlier = Object.fromEntries(
    Object.entries(await generatedSecrets(folder)).filter(([name]) => !lacking.includes(name)),
  );
  await writeFile(path(), JSON.stringify(earlier), { mode: 0o600 });
  const [first, ...others] = await starts(8);
  expect(first).toMatchObject(earlier);
  expect(first?.CARD_FINGERPRINT_SECRET.length).toBeGreaterThanOrEqual(32);
  expect(isDataKey(first?.DATA_ENCRYPTION_KEYS ?? '')).toBe(true);
  expect(new Set(Object.values(first ?? {})).size).toBe(6);
  for (const other of others) expect(other).toEqual(first);
  expect(await generatedSecrets(folder)).toEqual(first);
  expect((await stat(path())).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['secrets.json']);
});
