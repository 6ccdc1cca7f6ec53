import { describe, expect, it } from 'vitest';
import { TriesUnderWay } from './shares.js';

const LIMITS = { perEndpoint: 8, perOrganization: 64, ofAll: 512 };
const of = (organizationId: string, endpoint = 0) => ({ organizationId, endpointId: `${organizationId}-${endpoint}` });
const begin = (underWay: TriesUnderWay, times: number, organizationId: string, endpoint = 0) => {
  for (let at = 0; at < times; at += 1) underWay.begin(of(organizationId, endpoint));
};

describe('tries under way', () => {
  it('are eight of an endpoint, and eighty of an organization with any number of endpoints', () => {
    const underWay = new TriesUnderWay();
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

  it('are shared equally by whoever has something to send', () => {
    const underWay = new TriesUnderWay();
    expect(underWay.room(of('one'), 128, LIMITS)).toBe(4);
    expect(underWay.room(of('one'), 5_000, LIMITS)).toBe(1);
  });

  it('leave each endpoint its first one, when others hold everything, of its organization or of all', () => {
    const underWay = new TriesUnderWay();
    for (let organization = 0; organization < 8; organization += 1) {
      for (let endpoint = 0; endpoint < 8; endpoint += 1) begin(underWay, 8, `hog${organization}`, endpoint);
    }
    expect(underWay.room(of('hog0', 9), 9, LIMITS)).toBe(1);
    expect(underWay.room(of('late'), 9, LIMITS)).toBe(1);
    begin(underWay, 1, 'late');
    expect(underWay.room(of('late'), 9, LIMITS)).toBe(0);
    // What becomes free is for whoever has less than a share.
    for (let ended = 0; ended < 2; ended += 1) underWay.end(of('hog0'));
    expect(underWay.room(of('late'), 9, LIMITS)).toBe(1);
    expect(underWay.room(of('hog0'), 9, LIMITS)).toBe(0);
  });

  it('are never more than 640 of all, whoever asks; then what becomes free is for whoever has none', () => {
    const underWay = new TriesUnderWay();
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

  it('go first to whoever has the fewest', () => {
    const underWay = new TriesUnderWay();
    begin(underWay, 3, 'busy', 0);
    begin(underWay, 1, 'calm', 0);
    const due = [of('busy', 0), of('busy', 1), of('calm', 0), of('new', 0)];
    expect(underWay.inTurn(due)).toEqual([of('new'), of('calm'), of('busy', 1), of('busy', 0)]);
    expect(underWay.organizations([of('new')])).toBe(3);
  });
});
