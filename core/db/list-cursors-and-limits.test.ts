import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../errors/problem.js';
import { Cursors, pageLimit, toPage } from './list-cursors-and-limits.js';

const cursors = new Cursors(['a secret of at least thirty-two characters']);
const subject = { list: 'payments', allowlist: ['B', 'A'], filters: { account_id: 'A' } };

const AFTER_X = { after: ['x'], isLate: false };

describe('cursors', () => {
  it('return the position from which they were made', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.boolean(), (after, isLate) => {
        expect(cursors.decode(subject, cursors.encode(subject, after, isLate))).toEqual({ after, isLate });
      }),
    );
  });

  it.each([
    ['another list', { ...subject, list: 'transactions' }],
    ['another allowlist', { ...subject, allowlist: ['A'] }],
    ['an operator of all', { ...subject, allowlist: 'all' as const }],
    ['other filters', { ...subject, filters: { account_id: 'B' } }],
  ])('of %s are refused', (_, other) => {
    expect(() => cursors.decode(other, cursors.encode(subject, ['x']))).toThrow(Problem);
  });

  it('work with another key of the same allowlist, in any order', () => {
    expect(cursors.decode({ ...subject, allowlist: ['A', 'B'] }, cursors.encode(subject, ['x']))).toEqual(AFTER_X);
  });

  it('work while the secret is replaced, and fail once the old one is removed', () => {
    const [old, fresh] = ['a secret of at least thirty-two characters', 'another secret of at least 32 characters'];
    const issued = new Cursors([old]).encode(subject, ['x']);
    expect(new Cursors([fresh, old]).decode(subject, issued)).toEqual(AFTER_X);
    expect(() => new Cursors([fresh]).decode(subject, issued)).toThrow(Problem);
    expect(new Cursors([fresh]).decode(subject, new Cursors([fresh, old]).encode(subject, ['y']))).toEqual({
      after: ['y'],
      isLate: false,
    });
  });

  it('that were changed, cut or made elsewhere are refused', () => {
    const genuine = cursors.encode(subject, ['x']);
    const foreign = new Cursors(['another secret of at least 32 characters']).encode(subject, ['x']);
    fc.assert(
      fc.property(fc.nat(genuine.length - 2), fc.constantFrom('A', 'b', '-'), (at, letter) => {
        fc.pre(genuine[at] !== letter);
        const changed = genuine.slice(0, at) + letter + genuine.slice(at + 1);
        expect(() => cursors.decode(subject, changed)).toThrow(Problem);
      }),
    );
    for (const cursor of ['', 'x', genuine.slice(0, -4), foreign]) {
      expect(() => cursors.decode(subject, cursor)).toThrow(Problem);
    }
  });

  it('for a sealed list reveal no data, and return the position', () => {
    const [old, fresh] = ['a secret of at least thirty-two characters', 'another secret of at least 32 characters'];
    const position = ['2026-01-01T00:00:00Z', 'ada@example.com'];
    const cursor = new Cursors([old]).encodeSealed(subject, position);
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/ada|2026/);
    for (const secrets of [[old], [fresh, old], [old, fresh]]) {
      expect(new Cursors(secrets).decodeSealed(subject, cursor)).toEqual({ after: position, isLate: false });
    }
    expect(() => new Cursors([fresh]).decodeSealed(subject, cursor)).toThrow(Problem);
    expect(() => cursors.decodeSealed(subject, cursors.encode(subject, position))).toThrow(Problem);
  });
});

describe('pages', () => {
  it.each([0, 1001, 1.5, -1])('a limit of %d is invalid_limit with its bounds', (limit) => {
    expect(() => pageLimit(limit)).toThrow(
      expect.objectContaining({ code: 'invalid_limit', fields: { min_limit: 1, max_limit: 1000, provided: limit } }),
    );
  });

  it('end with a cursor only when there is more', () => {
    expect(toPage([1, 2, 3], 2, String)).toEqual({ items: [1, 2], page: { nextCursor: '2', hasMore: true, limit: 2 } });
    expect(toPage([1, 2], 2, String)).toEqual({ items: [1, 2], page: { nextCursor: null, hasMore: false, limit: 2 } });
    expect(toPage([], 2, String)).toEqual({ items: [], page: { nextCursor: null, hasMore: false, limit: 2 } });
  });
});
