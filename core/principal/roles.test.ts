import { describe, expect, it } from 'vitest';
import { storedRights } from '../auth/operator-tokens/stored-rights.js';
import {
  limitToOrganization,
  operatorWithRoles,
  type Principal,
  requireRole,
  requireScope,
  withRole,
} from './principal.js';
import { lowestRole, OPERATOR_ROLES, roleNamed, scopesOfRole, storedNameOf } from './roles.js';
import { SCOPES } from './scopes.js';

const A = '01KAJ4Z6T3N8QW2V5X7Y9B1CDA';
const B = '01KAJ4Z6T3N8QW2V5X7Y9B1CDB';
const ADA = { kind: 'operator', actor: 'ada' } as const;
const MIXED = operatorWithRoles(ADA, { [A]: 'admin', [B]: 'viewer' });
const LACKING = expect.objectContaining({ code: 'insufficient_scope' });

describe('an operator with different roles at two lenders', () => {
  it('has the rights of the lowest role at both together', () => {
    expect(MIXED).toMatchObject({ organizationIds: [A, B], role: 'viewer', scopes: scopesOfRole('viewer') });
    expect(() => requireRole(MIXED, 'agent')).toThrow(LACKING);
    expect(() => requireScope(MIXED, 'external_payments:write')).toThrow(LACKING);
  });

  it('is limited to the lenders where a role suffices, with the rights of that role', () => {
    expect(withRole(MIXED, 'viewer')).toBe(MIXED);
    expect(withRole(MIXED, 'agent')).toEqual({ ...ADA, organizationIds: [A], role: 'admin', scopes: SCOPES });
  });

  it('has the role of one lender after it is limited to that one', () => {
    expect(limitToOrganization(MIXED, A)).toEqual({ ...ADA, organizationIds: [A], role: 'admin', scopes: SCOPES });
    expect(limitToOrganization(MIXED, B)).toMatchObject({ organizationIds: [B], role: 'viewer' });
  });

  it('is refused where the role suffices nowhere', () => {
    const agent = operatorWithRoles(ADA, { [A]: 'agent', [B]: 'viewer' });
    expect(() => withRole(agent, 'supervisor')).toThrow(LACKING);
  });
});

describe('withRole', () => {
  it.each<Principal>([
    { kind: 'api_key', actor: 'k', organizationIds: 'all', scopes: SCOPES },
    { kind: 'api_key', actor: 'k', organizationIds: [A], scopes: SCOPES, roles: { [A]: 'admin' } },
    { kind: 'anonymous', actor: 'anonymous', organizationIds: [], scopes: [] },
    { kind: 'operator', actor: 'ada', organizationIds: 'all', scopes: [], role: 'viewer' },
    { kind: 'operator', actor: 'ada', organizationIds: 'all', scopes: [] },
  ])('refuses %o', (caller) => {
    expect(() => withRole(caller, 'agent')).toThrow(LACKING);
  });
});

describe('roles', () => {
  it('include the rights of the roles before them', () => {
    for (const [index, role] of OPERATOR_ROLES.entries()) {
      const before = OPERATOR_ROLES.slice(0, index).flatMap(scopesOfRole);
      expect(scopesOfRole(role)).toEqual(expect.arrayContaining(before));
    }
  });

  it('keep the meaning of the former name operator: a supervisor', () => {
    expect(roleNamed('operator')).toBe('supervisor');
    expect(OPERATOR_ROLES.map(storedNameOf)).toEqual(['viewer', 'agent', 'operator', 'admin']);
    expect(OPERATOR_ROLES.map(storedNameOf).map(roleNamed)).toEqual([...OPERATOR_ROLES]);
  });

  it('of no lender are a viewer’s', () => {
    expect(lowestRole([])).toBe('viewer');
  });
});

describe('storedRights', () => {
  it.each([
    [{ role: 'supervisor' }, { role: 'operator', organizationIds: [], organizationRoles: [] }],
    [
      { role: 'operator', organizationIds: [A, A] },
      { role: 'operator', organizationIds: [A], organizationRoles: [] },
    ],
    [
      { role: 'agent', organizationIds: [A], rolesAt: { [B]: 'admin' } },
      { role: 'agent', organizationIds: [A, B], organizationRoles: ['agent', 'admin'] },
    ],
    // A role at one lender is never widened to all.
    [
      { role: 'admin', rolesAt: { [B]: 'viewer' } },
      { role: 'viewer', organizationIds: [B], organizationRoles: [] },
    ],
  ] as const)('of %j are %j', (requested, stored) => {
    expect(storedRights(requested)).toEqual(stored);
  });
});
