import { expect, it } from 'vitest';
import { postalAddress } from './postal-address.js';

const HOME = { line1: '1 Main Street', city: 'Albany', state: 'NY', postalCode: '12207', country: 'US' };

it.each([
  [{}, {}],
  [{ country: 'United States' }, {}],
  [{ country: 'usa' }, {}],
  [{ state: 'new york' }, {}],
  [
    { state: 'Ontario', country: 'Canada' },
    { state: 'Ontario', country: 'CA' },
  ],
  [{ line2: ' Flat 2 ' }, { line2: 'Flat 2' }],
])('with %j it is %j', (written, expected) => {
  expect(postalAddress({ ...HOME, ...written })).toEqual([{ ...HOME, line2: null, ...expected }]);
});

it.each([[{ line1: ' ' }], [{ city: null }], [{ state: undefined }], [{ postalCode: '' }], [{ country: 'Nowhere' }]])(
  'with %j it is none',
  (written) => {
    expect(postalAddress({ ...HOME, ...written })).toEqual([]);
  },
);
