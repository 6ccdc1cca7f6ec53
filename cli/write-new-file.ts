import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CommandError } from './command-error.js';

/** @throws {CommandError} if there is such a file already, or it cannot be written. */
export async function writeNewFile(path: string, content: Iterable<string> | NodeJS.ReadableStream): Promise<void> {
  await pipeline(content, createWriteStream(path, { flags: 'wx' })).catch((error: Error) => {
    throw new CommandError(`${path} cannot be written: ${error.message}`);
  });
}
