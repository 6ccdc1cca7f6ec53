import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { endWhenRevoked } from './end-stream-when-caller-revoked.js';

/** A stream whose rows do not arrive. */
const endless = () => new Readable({ read() {} });

test('a stream is cut once its caller is no longer admitted', async () => {
  const answers = [true, false];
  const stream = endWhenRevoked(endless(), async () => answers.shift() === true);
  const ended = new Promise((resolve) => stream.once('error', resolve));
  expect(await ended).toMatchObject({ code: 'invalid_token' });
  expect(answers).toEqual([]);
});

test('a failed check does not end the stream, and checks stop when the stream is over', async () => {
  let looks = 0;
  const stream = endWhenRevoked(endless(), async () => {
    looks += 1;
    throw new Error('the database does not answer');
  });
  await expect.poll(() => looks).toBe(2);
  expect(stream.destroyed).toBe(false);
  stream.destroy();
  await new Promise((resolve) => stream.once('close', resolve));
});
