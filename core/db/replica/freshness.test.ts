import { describe, expect, it } from 'vitest';
import { Freshness } from './freshness.js';

describe('a replica with a bound of one second', () => {
  it('is not fresh before it has been checked', () => {
    const freshness = new Freshness(1_000);
    expect(freshness.isFresh(0)).toBe(false);
    freshness.notePrimary(0, 10);
    expect(freshness.isFresh(0)).toBe(false);
  });

  it('is as old as the moment when the primary was at the replica’s position', () => {
    const freshness = new Freshness(1_000);
    freshness.notePrimary(100, 10);
    freshness.notePrimary(400, 20);
    freshness.noteReplica(19);
    expect([freshness.isFresh(1_100), freshness.isFresh(1_101)]).toEqual([true, false]);
    freshness.noteReplica(20);
    expect([freshness.isFresh(1_400), freshness.isFresh(1_401)]).toEqual([true, false]);
  });

  it('stays fresh while a quiet primary stays at its position', () => {
    const freshness = new Freshness(1_000);
    for (let at = 0; at <= 60_000; at += 250) {
      freshness.notePrimary(at, 10);
      freshness.noteReplica(10);
      expect(freshness.isFresh(at)).toBe(true);
    }
  });

  it('that stops while the primary writes is no longer fresh after its bound', () => {
    const freshness = new Freshness(1_000);
    for (let at = 0; at <= 5_000; at += 250) {
      freshness.notePrimary(at, 10 + at);
      freshness.noteReplica(10);
      expect(freshness.isFresh(at)).toBe(at <= 1_000);
    }
  });

  it('that reaches a position which the primary left too long ago is not fresh', () => {
    const freshness = new Freshness(1_000);
    freshness.notePrimary(0, 10);
    freshness.notePrimary(5_000, 90);
    freshness.noteReplica(50);
    expect(freshness.isFresh(5_000)).toBe(false);
  });

  it('that failed is not fresh until it is checked again', () => {
    const freshness = new Freshness(1_000);
    freshness.notePrimary(0, 10);
    freshness.noteReplica(10);
    freshness.forget();
    expect(freshness.isFresh(0)).toBe(false);
    freshness.noteReplica(10);
    expect(freshness.isFresh(0)).toBe(true);
  });
});
