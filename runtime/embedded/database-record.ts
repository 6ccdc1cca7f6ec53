import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const recordSchema = z.object({
  /** With passwords: the file is readable by its owner only. */
  url: z.string(),
  ownerUrl: z.string(),
  /** The server's process, not ours. */
  pid: z.number().int(),
  port: z.number().int(),
  /** Issuer of the tokens of the process that started it. */
  issuer: z.string().optional(),
});

/** How other processes of the same user find the embedded database of a running start. */
export type DatabaseRecord = z.infer<typeof recordSchema>;

export async function writeDatabaseRecord(dataDir: string, record: DatabaseRecord): Promise<void> {
  const aside = `${recordPath(dataDir)}.${process.pid}`;
  await writeFile(aside, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(aside, recordPath(dataDir));
}

/** Undefined when no database runs there, or the file cannot be read. */
export async function readDatabaseRecord(dataDir: string): Promise<DatabaseRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(recordPath(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

export async function removeDatabaseRecord(dataDir: string): Promise<void> {
  await rm(recordPath(dataDir), { force: true });
}

function recordPath(dataDir: string): string {
  return join(dataDir, 'database.json');
}
