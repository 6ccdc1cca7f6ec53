import { expect, it } from 'vitest';
import { ClientKeys } from './client-keys.js';

const OLD = 'the secret that is being replaced, long enough';
const NEW = 'the secret that takes its place, long enough';

it('a key is stored under the first secret, never as plain text', () => {
  const { key } = new ClientKeys([NEW, OLD]).known('order-1');
  expect(key).toBe(new ClientKeys([NEW]).known('order-1').key);
  expect(key).not.toContain('order-1');
});

it('while the secret is replaced, a key stored under the old one is found', () => {
  const before = new ClientKeys([OLD]).known('order-1').key;
  expect(new ClientKeys([NEW, OLD]).known('order-1').earlierKeys).toEqual([before]);
  expect(new ClientKeys([NEW]).known('order-1').earlierKeys).toEqual([]);
});

it('white space around a key is ignored; a key that an earlier version stored with it is found first', () => {
  const keys = new ClientKeys([NEW, OLD]);
  const clean = keys.known('order-1');
  const padded = keys.known('order-1  ');
  expect(padded.key).toBe(clean.key);
  expect(padded.forms).toHaveLength(4);
  expect(padded.forms.slice(2)).toEqual(clean.forms);
  expect(padded.earlierKeys).toEqual(padded.forms.filter((form) => form !== padded.key));
  expect(padded.forms[0]).not.toBe(keys.known('order-1 ').forms[0]);
});

it('keys of only white space, which an earlier version accepted, are different keys', () => {
  const keys = new ClientKeys([NEW]);
  expect(keys.known(' ').forms).toHaveLength(1);
  expect(keys.known(' ').key).not.toBe(keys.known('  ').key);
});
