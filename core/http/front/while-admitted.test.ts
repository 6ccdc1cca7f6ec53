import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { whileAdmitted } from './while-admitted.js';

/** One of whose rows nobody knows when they come. */
const endless = () => new Readable({ read() {} });

test('a stream breaks off once whoever asked for it is let in no more', async () => {
  const answers = [true, false];
  const stream = whileAdmitted(endless(), async () => answers.shift() === true);
  const ended = new Promise((resolve) => stream.once('error', resolve));
  expect(await ended).toMatchObject({ code: 'invalid_token' });
  expect(answers).toEqual([]);
});

test('a look that fails ends nothing, and nobody looks at a stream that is over', async () => {
  let looks = 0;
  const stream = whileAdmitted(endless(), async () => {
    looks += 1;
    throw new Error('the database does not answer');
  });
  await expect.poll(() => looks).toBe(2);
  expect(stream.destroyed).toBe(false);
  stream.destroy();
  await new Promise((resolve) => stream.once('close', resolve));
});
