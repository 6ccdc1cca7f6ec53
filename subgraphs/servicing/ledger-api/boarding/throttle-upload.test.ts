import { expect, it } from 'vitest';
import { atUploadPace } from './throttle-upload.js';

it('the whole file arrives, and other requests run between two chunks', async () => {
  async function* file(): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < 20; sent += 1) yield Buffer.from([sent]);
  }
  let turns = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of atUploadPace(file())) {
    chunks.push(chunk);
    expect(turns).toBe(chunks.length - 1);
    setImmediate(() => {
      turns += 1;
    });
  }
  expect(Buffer.concat(chunks)).toEqual(Buffer.from(Array.from({ length: 20 }, (_, sent) => sent)));
});
