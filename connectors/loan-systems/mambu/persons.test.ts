import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { clientPerson, groupPerson, holderOf, personId } from './persons.js';
import { clientShape } from './response-schemas.js';

describe('person', () => {
  const client = (more: object) =>
    clientShape.parse(parse(JSON.stringify({ encodedKey: 'C1', firstName: ' Ada ', lastName: 'Moreno', ...more })));
  const home = { line1: '1 Main Street', city: 'Albany', region: 'NY', postcode: '12207' };

  it('a client: its names, its phone, and addresses that a letter would reach', () => {
    const person = clientPerson(
      'C1',
      client({
        middleName: 'Q',
        homePhone: '+1 212 555 0100',
        addresses: [
          { ...home, country: 'usa' },
          { ...home, country: 'US', line2: 'Flat 2' },
          { ...home },
          { city: 'Albany' },
        ],
      }),
    );
    expect(person).toEqual({
      externalId: 'C1',
      displayName: 'Ada Q Moreno',
      email: null,
      phone: '+1 212 555 0100',
      addresses: [
        { line1: '1 Main Street', line2: null, city: 'Albany', state: 'NY', postalCode: '12207', country: 'US' },
        { line1: '1 Main Street', line2: 'Flat 2', city: 'Albany', state: 'NY', postalCode: '12207', country: 'US' },
      ],
    });
  });

  it('a group: one person with the group’s name, distinguishable from clients', () => {
    const id = personId('GROUP', 'G1');
    expect([id, holderOf(id), holderOf(personId('CLIENT', 'C1'))]).toEqual([
      'GROUP:G1',
      { isGroup: true, key: 'G1' },
      { isGroup: false, key: 'C1' },
    ]);
    expect(
      groupPerson(id, { encodedKey: 'G1', groupName: 'Weavers', addresses: [], groupMembers: [] }).displayName,
    ).toBe('Weavers');
  });
});
