import { describe, expect, it } from 'vitest';
import type { Principal } from '../principal/principal.js';
import { bind, statement } from './statement.js';

const some: Principal = { kind: 'api_key', actor: 'p', organizationIds: ['A', 'B'], scopes: [] };
const one: Principal = { ...some, organizationIds: ['A'] };
const all: Principal = { ...some, kind: 'system', organizationIds: 'all' };

describe('statement', () => {
  it('does not load without the organization scope or a reason for its absence', () => {
    expect(() => statement({ name: 'test.unscoped', text: () => 'select 1' })).toThrow('lacks the organization scope');
    expect(() => statement({ name: 'test.why', unscoped: 'reads_no_rows', text: () => 'select 1' })).not.toThrow();
  });

  it('does not load twice under one name', () => {
    statement({ name: 'test.twice', unscoped: 'reads_no_rows', text: () => 'select 1' });
    expect(() => statement({ name: 'test.twice', unscoped: 'reads_no_rows', text: () => 'select 1' })).toThrow('twice');
  });

  it('binds the caller’s allowlist, whatever the parameters are', () => {
    const made = statement({
      name: 'test.bind',
      takes: { id: 'text' },
      text: ({ p, scope }) => `select * from t where id = ${p.id} and ${scope('organization_id')} and other = ${p.id}`,
    });
    expect(bind(made, some, { id: 'x' })).toEqual({
      name: 'test.bind.some',
      text: 'select * from t where id = $1 and organization_id = any($2::text[]) and other = $1',
      values: ['x', ['A', 'B']],
    });
    expect(bind(made, one, { id: 'x' })).toEqual({
      name: 'test.bind',
      text: 'select * from t where id = $1 and organization_id = $2::text and other = $1',
      values: ['x', 'A'],
    });
    expect(bind(made, all, { id: 'x' })).toEqual({
      name: 'test.bind.all',
      text: 'select * from t where id = $1 and organization_id = any(array(select every.id from organization every offset 0)) and other = $1',
      values: ['x'],
    });
  });

  it('offers the only organization of a caller with one, in place of the scope', () => {
    const made = statement({
      name: 'test.only',
      text: ({ scope, only }) =>
        `select * from t where ${only === undefined ? scope('organization_id') : `${only} = x`}`,
    });
    expect(bind(made, one, {})).toEqual({
      name: 'test.only',
      text: 'select * from t where $1::text = x',
      values: ['A'],
    });
    expect(bind(made, some, {})).toEqual({
      name: 'test.only.some',
      text: 'select * from t where organization_id = any($1::text[])',
      values: [['A', 'B']],
    });
  });
});
