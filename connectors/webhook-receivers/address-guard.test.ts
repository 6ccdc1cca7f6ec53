import { describe, expect, it } from 'vitest';
import { AddressGuard } from './address-guard.js';

const HOSTILE = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '169.254.170.2', '100.64.0.1', '100.100.100.200', '192.0.0.192', '192.0.2.1', '198.18.0.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:A00:1'],
  ...['0:0:0:0:0:ffff:a9fe:a9fe', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1'],
  ...['2002:7f00:1::', '2002:a9fe:a9fe::1', '2001::1', '2001:db8::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1'],
  ...['fe80::1%eth0', 'fec0::1', 'ff02::1', '3fff::1', '5f00::1', '100::1', 'localhost', '', '2130706433'],
];
const PUBLIC = ['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:1.1.1.1'];

describe('AddressGuard', () => {
  it.each(HOSTILE)('does not allow %s', (address) => {
    expect(new AddressGuard([]).allows(address)).toBe(false);
  });

  it.each(PUBLIC)('allows %s', (address) => {
    expect(new AddressGuard([]).allows(address)).toBe(true);
  });

  it('allows the operator’s own networks, in IPv6 too', () => {
    const guard = new AddressGuard(['10.1.0.0/16', 'fd12::/16', '127.0.0.1']);
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '127.0.0.1'].map((one) => guard.allows(one))).toEqual(
      new Array(4).fill(true),
    );
    expect(['10.2.0.1', 'fd13::1', '127.0.0.2'].map((one) => guard.allows(one))).toEqual(new Array(3).fill(false));
  });

  it.each([
    ...[
      '169.254.169.254',
      '168.63.129.16',
      '100.100.100.200',
      '192.0.0.192',
      'fe80::1',
      'fd00:ec2::254',
      'fd20:ce::254',
    ],
    ...['::ffff:169.254.169.254', '::169.254.169.254', '::a9fe:a9fe', '::6464:64c8', '64:ff9b::a9fe:a9fe'],
    ...['64:ff9b::100.100.100.200', '64:ff9b:1::a9fe:a9fe', '2002:a9fe:a9fe::', '2002:c000:c0:1:2:3:4:5'],
  ])('never allows %s, whatever the operator allows', (address) => {
    expect(new AddressGuard(['0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1']).allows(address)).toBe(false);
    expect(new AddressGuard([address]).allows(address)).toBe(false);
  });

  it.each(['64:ff9b::10.0.0.1', '2002:0a00:1::1', '::1', '::10.0.0.1', 'fd12::a9fe:a9fe'])(
    'allows %s if the operator does',
    (address) => {
      expect(new AddressGuard(['::/1', '8000::/1']).allows(address)).toBe(true);
    },
  );
});
