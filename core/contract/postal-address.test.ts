import { expect, it } from 'vitest';
import { missingRegion, regionProblems } from './postal-address.js';

it.each([
  [{ state: 'MA', postalCode: '02134' }],
  [{ state: 'ma', postalCode: '02134-1000', country: 'US' }],
  [{ state: 'MA', postalCode: '021341000', country: '' }],
  [{ state: 'AE', postalCode: '09499', country: null }],
  [{ state: 'PR', postalCode: '00601' }],
  [{ state: 'Ontario', postalCode: 'K1A 0B1', country: 'CA' }],
  [{ country: 'HK' }],
  [{ postalCode: 'LS1 4AP', country: 'GB' }],
  [{ country: 'IE' }],
  [{ state: 'NSW', postalCode: '2000', country: 'AU' }],
])('%j is valid', (region) => {
  expect(regionProblems(region)).toEqual([]);
});

it.each([
  [{}, ['state missing', 'postalCode missing']],
  [{ country: 'CA' }, ['state missing', 'postalCode missing']],
  [{ state: 'NSW', postalCode: '02134' }, ['state wrong']],
  [{ state: 'ZZ', postalCode: '02134' }, ['state wrong']],
  [{ state: 'MA', postalCode: 'LS1 4AP' }, ['postalCode wrong']],
  [{ state: 'MA', postalCode: '021345' }, ['postalCode wrong']],
])('%j: %j', (region, problems) => {
  expect(regionProblems(region).map(({ part, kind }) => `${part} ${kind}`)).toEqual(problems);
});

it.each([
  ['2134', '02134'],
  ['601', '00601'],
  ['2134-1000', '02134-1000'],
])('%s was probably %s, and the message does not repeat the value', (postalCode, probably) => {
  const [problem] = regionProblems({ state: 'MA', postalCode });
  expect(problem).toMatchObject({ part: 'postalCode', kind: 'wrong', probably });
  expect(problem?.message).not.toContain(postalCode);
});

it('`missingRegion` checks only for missing parts, not the codes themselves', () => {
  expect(missingRegion({ state: 'Massachusetts', postalCode: '2134' })).toEqual([]);
});
