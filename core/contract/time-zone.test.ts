import { expect, it } from 'vitest';
import { timeZone } from './time-zone.js';
import { TIME_ZONE_NAMES } from './time-zone-names.js';

it.each(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'UTC'])('%s is a time zone', (name) => {
  expect(timeZone.safeParse(name).success).toBe(true);
});

// Names that `tzdata` 2022b changed, names that the runtime lists under an older name, and aliases.
it.each([
  ...[
    'America/Indiana/Indianapolis',
    'Asia/Kolkata',
    'Europe/Kyiv',
    'Asia/Ho_Chi_Minh',
    'America/Argentina/Buenos_Aires',
  ],
  ...['America/Indianapolis', 'Asia/Calcutta', 'Europe/Kiev', 'US/Eastern', 'EST5EDT', 'Etc/UTC', 'GMT'],
])('%s is a time zone, even if the runtime lists another name for it', (name) => {
  expect(timeZone.safeParse(name).success).toBe(true);
});

it('every time zone that the runtime lists is accepted', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !TIME_ZONE_NAMES.has(name))).toEqual([]);
});

it.each(['Factory', '', 'EST5EDT4', '+05:00', 'america/new_york', 'Mars/Olympus', "x' or true", 'A'.repeat(100)])(
  '%j is not a time zone',
  (name) => {
    expect(timeZone.safeParse(name).success).toBe(false);
  },
);
