import { expect, it } from 'vitest';
import { ClientKeys } from './client-keys.js';

const OLD = 'the secret that is being replaced, long enough';
const NEW = 'the secret that takes its place, long enough';

it('a key is kept under the first secret, and never in clear', () => {
  const { key } = new ClientKeys([NEW, OLD]).known('order-1');
  expect(key).toBe(new ClientKeys([NEW]).known('order-1').key);
  expect(key).not.toContain('order-1');
});

it('while the secret is replaced, a key that was kept under the old one is found', () => {
  const before = new ClientKeys([OLD]).known('order-1').key;
  expect(new ClientKeys([NEW, OLD]).known('order-1').earlierKeys).toEqual([before]);
  expect(new ClientKeys([NEW]).known('order-1').earlierKeys).toEqual([]);
});
