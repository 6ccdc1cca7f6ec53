import { describe, expect, it } from 'vitest';
import { AttemptsInProgress } from './concurrent-attempt-limits.js';

const LIMITS = { perEndpoint: 8, perOrganization: 64, ofAll: 512 };
const of = (organizationId: string, endpoint = 0) => ({ organizationId, endpointId: `${organizationId}-${endpoint}` });
const begin = (underWay: AttemptsInProgress, times: number, organizationId: string, endpoint = 0) => {
  for (let at = 0; at < times; at += 1) underWay.begin(of(organizationId, endpoint));
};

describe('attempts in progress', () => {
  it('are limited to eight per endpoint, and to eighty per organization with any number of endpoints', () => {
    const underWay = new AttemptsInProgress();
    expect(underWay.room(of('hog'), 1, LIMITS)).toBe(8);
    begin(underWay, 8, 'hog');
    expect(underWay.room(of('hog'), 1, LIMITS)).toBe(0);
    let held = 8;
    for (let endpoint = 1; endpoint < 1_000; endpoint += 1) {
      const room = underWay.room(of('hog', endpoint), 1, LIMITS);
      begin(underWay, room, 'hog', endpoint);
      held += room;
    }
    expect(held).toBe(80);
    expect(underWay.room(of('other'), 2, LIMITS)).toBe(8);
  });

  it('are shared equally by all organizations with events to send', () => {
    const underWay = new AttemptsInProgress();
    expect(underWay.room(of('one'), 128, LIMITS)).toBe(4);
    expect(underWay.room(of('one'), 5_000, LIMITS)).toBe(1);
  });

  it('leave each endpoint its first one, even when other endpoints or organizations use all the rest', () => {
    const underWay = new AttemptsInProgress();
    for (let organization = 0; organization < 8; organization += 1) {
      for (let endpoint = 0; endpoint < 8; endpoint += 1) begin(underWay, 8, `hog${organization}`, endpoint);
    }
    expect(underWay.room(of('hog0', 9), 9, LIMITS)).toBe(1);
    expect(underWay.room(of('late'), 9, LIMITS)).toBe(1);
    begin(underWay, 1, 'late');
    expect(underWay.room(of('late'), 9, LIMITS)).toBe(0);
    // A freed slot goes to an organization below its share.
    for (let ended = 0; ended < 2; ended += 1) underWay.end(of('hog0'));
    expect(underWay.room(of('late'), 9, LIMITS)).toBe(1);
    expect(underWay.room(of('hog0'), 9, LIMITS)).toBe(0);
  });

  it('never exceed 640 in all; then a freed slot goes to an organization without one', () => {
    const underWay = new AttemptsInProgress();
    let held = 0;
    for (let organization = 0; organization < 5_000; organization += 1) {
      const room = underWay.room(of(`hog${organization}`), 5_000, LIMITS);
      begin(underWay, room, `hog${organization}`);
      held += room;
    }
    expect(held).toBe(640);
    expect(underWay.room(of('late'), 5_000, LIMITS)).toBe(0);
    underWay.end(of('hog0'));
    expect(underWay.inTurn([of('hog1', 1), of('late')])[0]).toEqual(of('late'));
    expect(underWay.room(of('late'), 5_000, LIMITS)).toBe(1);
  });

  it('go first to the organization with the fewest', () => {
    const underWay = new AttemptsInProgress();
    begin(underWay, 3, 'busy', 0);
    begin(underWay, 1, 'calm', 0);
    const due = [of('busy', 0), of('busy', 1), of('calm', 0), of('new', 0)];
    expect(underWay.inTurn(due)).toEqual([of('new'), of('calm'), of('busy', 1), of('busy', 0)]);
    expect(underWay.organizations([of('new')])).toBe(3);
  });
});
