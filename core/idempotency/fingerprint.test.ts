import { expect, it } from 'vitest';
import { fingerprint, fingerprintWithList } from './fingerprint.js';

const ROWS = [
  { b: 1, a: 'x "rows":[] y', none: null, nested: { z: null, y: [1, null, undefined] } },
  { amount_cents: 12_500, memo: 'Zahlung für „März“ €\u2028' },
];

it.each([[[]], [ROWS], [Array.from({ length: 600 }, (_, index) => ({ index, gone: undefined }))]])(
  'a body with a list has the same fingerprint item by item as at once',
  async (items: readonly object[]) => {
    const body = { mode: 'stop', dry_run: false, zulu: { rows: 'a' }, none: null };
    for (const path of [[], ['01K'], ['"rows":[]']]) {
      const atOnce = fingerprint(path, { ...body, rows: items });
      expect(await fingerprintWithList(path, body, { name: 'rows', items })).toEqual(atOnce);
    }
  },
);
