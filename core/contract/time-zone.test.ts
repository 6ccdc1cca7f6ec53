import { expect, it } from 'vitest';
import { timeZone } from './time-zone.js';

it.each(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'UTC'])('%s is a time zone', (name) => {
  expect(timeZone.safeParse(name).success).toBe(true);
});

it.each(['', 'EST5EDT4', '+05:00', 'america/new_york', 'Mars/Olympus', "x' or true", 'A'.repeat(100)])(
  '%j is none',
  (name) => {
    expect(timeZone.safeParse(name).success).toBe(false);
  },
);
