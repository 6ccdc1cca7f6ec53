import { describe, expect, it } from 'vitest';
import { Freshness } from './freshness.js';

describe('a replica with a bound of one second', () => {
  it('is not fresh before it has been checked', () => {
    const freshness = new Freshness(1_000);
    expect(freshness.isFresh(0)).toBe(false);
    freshness.primaryStood(0, 10);
    expect(freshness.isFresh(0)).toBe(false);
  });

  it('is as old as the moment when the primary was at the replica’s position', () => {
    const freshness = new Freshness(1_000);
    freshness.primaryStood(100, 10);
    freshness.primaryStood(400, 20);
    freshness.replicaCameTo(19);
    expect([freshness.isFresh(1_100), freshness.isFresh(1_101)]).toEqual([true, false]);
    freshness.replicaCameTo(20);
    expect([freshness.isFresh(1_400), freshness.isFresh(1_401)]).toEqual([true, false]);
  });

  it('stays fresh while a quiet primary stays at its position', () => {
    const freshness = new Freshness(1_000);
    for (let at = 0; at <= 60_000; at += 250) {
      freshness.primaryStood(at, 10);
      freshness.replicaCameTo(10);
      expect(freshness.isFresh(at)).toBe(true);
    }
  });

  it('that stops while the primary writes is no longer fresh after its bound', () => {
    const freshness = new Freshness(1_000);
    for (let at = 0; at <= 5_000; at += 250) {
      freshness.primaryStood(at, 10 + at);
      freshness.replicaCameTo(10);
      expect(freshness.isFresh(at)).toBe(at <= 1_000);
    }
  });

  it('that reaches a position which the primary left too long ago is not fresh', () => {
    const freshness = new Freshness(1_000);
    freshness.primaryStood(0, 10);
    freshness.primaryStood(5_000, 90);
    freshness.replicaCameTo(50);
    expect(freshness.isFresh(5_000)).toBe(false);
  });

  it('that failed is not fresh until it is checked again', () => {
    const freshness = new Freshness(1_000);
    freshness.primaryStood(0, 10);
    freshness.replicaCameTo(10);
    freshness.forget();
    expect(freshness.isFresh(0)).toBe(false);
    freshness.replicaCameTo(10);
    expect(freshness.isFresh(0)).toBe(true);
  });
});
