import { expect, it } from 'vitest';
import { postalAddress } from './normalize-postal-address.js';

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
  [{ state: ' Guam ' }, { state: 'GU' }],
  [{ line2: ' Flat 2 ' }, { line2: 'Flat 2' }],
  [
    { city: 'Paris', state: '', postalCode: '75001', country: 'France' },
    { city: 'Paris', state: null, postalCode: '75001', country: 'FR' },
  ],
  [
    { city: 'Galway', state: undefined, postalCode: null, country: 'Ireland' },
    { city: 'Galway', state: null, postalCode: null, country: 'IE' },
  ],
  [
    { city: 'Hong Kong', state: null, postalCode: ' ', country: 'HK' },
    { city: 'Hong Kong', state: null, postalCode: null, country: 'HK' },
  ],
])('with %j it is %j', (written, expected) => {
  expect(postalAddress({ ...HOME, ...written })).toEqual([{ ...HOME, line2: null, ...expected }]);
});

it.each([
  [{ line1: ' ' }],
  [{ city: null }],
  [{ state: undefined }],
  [{ postalCode: '' }],
  [{ country: 'Nowhere' }],
  [{ state: '', country: 'Canada' }],
  [{ city: '', country: 'HK' }],
])('with %j it is none', (written) => {
  expect(postalAddress({ ...HOME, ...written })).toEqual([]);
});
