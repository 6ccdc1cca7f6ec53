import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '../time/clock.js';
import { decide, rateLimitedProblem, rateLimitHeaders } from './decision.js';

const clock = new SimulatedClock('2026-01-15T12:00:00Z');
const limits = { perMinute: 600, burst: 100 };

describe('a rate limit decision', () => {
  it('returns what remains, without a wait while something remains', () => {
    const decision = decide('api', limits, { allowed: true, remaining: 109, msUntilRoom: 700 }, clock);
    expect(rateLimitHeaders(decision)).toEqual({
      'RateLimit-Limit': '600',
      'RateLimit-Remaining': '109',
      'RateLimit-Reset': '0',
    });
  });

  it('returns the time until the next request after the last admitted one', () => {
    const decision = decide('api', limits, { allowed: true, remaining: 0, msUntilRoom: 1_200 }, clock);
    expect(rateLimitHeaders(decision)).toMatchObject({ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '2' });
  });

  it('gives a denied request all fields of the contract', () => {
    const decision = decide('token', limits, { allowed: false, remaining: 0, msUntilRoom: 640 }, clock);
    expect(rateLimitHeaders(decision)).toEqual({
      'RateLimit-Limit': '600',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '1',
      'Retry-After': '1',
    });
    const problem = rateLimitedProblem(decision);
    expect([problem.code, problem.status]).toEqual(['rate_limited', 429]);
    expect(problem.fields).toEqual({
      bucket: 'token',
      limit_per_minute: 600,
      burst_capacity: 100,
      retry_after_seconds: 1,
      reset_at: '2026-01-15T12:00:00.640Z',
    });
  });
});
