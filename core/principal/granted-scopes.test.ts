import { describe, expect, it } from 'vitest';
import { grantedScopes } from './granted-scopes.js';

const HELD = ['accounts:read', 'autopay:write'] as const;

describe('grantedScopes', () => {
  it.each([
    [undefined, ['accounts:read', 'autopay:write']],
    ['accounts:read', ['accounts:read']],
    ['autopay:write accounts:read', ['accounts:read', 'autopay:write']],
    ['accounts:read accounts:read', ['accounts:read']],
    ['openid accounts:read persons:read', ['accounts:read']],
  ])('%j gives %j', (asked, granted) => {
    expect(grantedScopes(asked, HELD)).toEqual(granted);
  });

  it('gives a key without scopes a token without scopes, when the request asks for none', () => {
    expect(grantedScopes(undefined, [])).toEqual([]);
  });

  it.each([
    'persons:read',
    'ACCOUNTS:READ',
    '',
    ' ',
    ' accounts:read',
    'accounts:read ',
    'accounts:read  autopay:write',
    'accounts:read\tautopay:write',
    'accounts:read,autopay:write',
    '"accounts:read"',
    'accounts:read \\',
    'accounts:read é',
    'accounts:read\n',
    'accounts:read \u0000',
  ])('refuses %j', (asked) => {
    expect(() => grantedScopes(asked, HELD)).toThrow(expect.objectContaining({ code: 'invalid_scope' }));
  });
});
