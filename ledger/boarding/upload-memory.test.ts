import { expect, test } from 'vitest';
import { HeldBytes, MOST_OF_UPLOAD } from './upload-memory.js';

test('files that are arriving hold 64 MB together; memory that one of them has staged or given up is free for the others', () => {
  const uploads = Array.from({ length: 9 }, () => new HeldBytes());
  const [first, ...others] = uploads;
  for (const upload of uploads.slice(0, 8)) upload.take(MOST_OF_UPLOAD);
  const last = others.at(-1);
  expect(() => last?.take(1)).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
  expect(last?.own).toBe(0);
  first?.release();
  last?.take(MOST_OF_UPLOAD);
  expect(() => first?.take(1)).toThrow();
  for (const upload of uploads) upload.release();
  first?.take(MOST_OF_UPLOAD);
  first?.release();
});
