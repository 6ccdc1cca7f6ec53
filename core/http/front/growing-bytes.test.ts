import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { GrowingBytes } from './growing-bytes.js';

it('holds at most twice the bytes received, and never more than the body limit, however small the pieces are', () => {
  const sent = randomBytes(100_000);
  const bytes = new GrowingBytes(100_000);
  const capacities = new Set<number>();
  for (const byte of sent) {
    capacities.add(bytes.capacityWith(1));
    bytes.append(Buffer.of(byte));
  }
  expect([...capacities]).toEqual([4_096, 8_192, 16_384, 32_768, 65_536, 100_000]);
  const taken = bytes.take();
  expect(taken.equals(sent)).toBe(true);
  expect(taken.buffer.byteLength).toBe(100_000);
});

it('accepts a piece that is more than twice as large as the content so far', () => {
  const bytes = new GrowingBytes(1_000_000);
  bytes.append(Buffer.from('ab'));
  bytes.append(Buffer.alloc(50_000, 'c'));
  expect(bytes.length).toBe(50_002);
  expect(String(bytes.take())).toBe(`ab${'c'.repeat(50_000)}`);
});

it('clears the buffers that it has outgrown, and the current one on wipe', () => {
  const buffers: Buffer[] = [];
  const watched = Buffer.allocUnsafeSlow;
  Buffer.allocUnsafeSlow = (size) => {
    const buffer = watched(size);
    buffers.push(buffer);
    return buffer;
  };
  try {
    const bytes = new GrowingBytes(20_000);
    for (let n = 0; n < 5_000; n += 1) bytes.append(Buffer.from('4242'));
    expect(buffers.map(({ length }) => length)).toEqual([4_096, 8_192, 16_384, 20_000]);
    bytes.wipe();
    expect(buffers.some((buffer) => buffer.includes('4242'))).toBe(false);
  } finally {
    Buffer.allocUnsafeSlow = watched;
  }
});
