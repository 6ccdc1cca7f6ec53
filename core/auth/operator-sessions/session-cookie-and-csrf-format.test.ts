import { describe, expect, it } from 'vitest';
import { newId } from '../../ids/ids.js';
import {
  csrfTokenOf,
  freshSession,
  isCsrfTokenOf,
  isSecretOf,
  partsOfSession,
} from './session-cookie-and-csrf-format.js';

describe('a session’s value', () => {
  it('names its record, and only its own secret matches', () => {
    const id = newId();
    const one = freshSession(id);
    const other = freshSession(id);
    const parts = partsOfSession(one.value);
    expect(parts?.id).toBe(id);
    expect(isSecretOf(one.hash, parts?.secret ?? '')).toBe(true);
    expect(isSecretOf(other.hash, parts?.secret ?? '')).toBe(false);
  });

  it.each([
    '',
    '.',
    'x.y',
    `${newId()}`,
    `${newId()}.short`,
    `${freshSession(newId()).value}.more`,
    'a'.repeat(10_000),
  ])('is not %s', (value) => expect(partsOfSession(value)).toBeUndefined());

  it('has one CSRF token, which does not reveal it', () => {
    const { value } = freshSession(newId());
    const token = csrfTokenOf(value);
    expect(value).not.toContain(token);
    expect(isCsrfTokenOf(value, token)).toBe(true);
    for (const sent of ['', token.slice(1), `${token}x`, csrfTokenOf(freshSession(newId()).value)])
      expect(isCsrfTokenOf(value, sent)).toBe(false);
  });
});
