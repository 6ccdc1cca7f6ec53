import { expect, it } from 'vitest';
import { ownText } from '../../../../core/contract/stored-text.js';
import { addressLines } from './address-lines.js';

const HOME = {
  line1: ownText('4 High Street'),
  line2: null,
  city: ownText('Leeds'),
  state: null,
  postalCode: null,
  country: 'GB',
};

it.each([
  [{}, ['4 High Street', 'Leeds', 'UNITED KINGDOM']],
  [{ postalCode: ownText('LS1 4AP') }, ['4 High Street', 'Leeds, LS1 4AP', 'UNITED KINGDOM']],
  [{ state: ownText('NSW') }, ['4 High Street', 'Leeds, NSW', 'UNITED KINGDOM']],
  [{ state: ownText('AL'), postalCode: ownText('35094'), country: 'US' }, ['4 High Street', 'Leeds, AL 35094']],
])('an address with %j', (parts, lines) => {
  expect(addressLines({ ...HOME, ...parts })).toEqual(lines);
});
