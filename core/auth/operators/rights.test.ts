import { describe, expect, it } from 'vitest';
import { rightsToStore, roleAt } from './rights.js';

describe('the rights of a person', () => {
  it('are a role at every organization', () => {
    const stored = rightsToStore({ role: 'supervisor' });
    expect(stored).toEqual({ role: 'operator', organizationIds: [], organizationRoles: [] });
    expect(stored && roleAt(stored, 'any')).toBe('supervisor');
  });

  it('or a role at each of some, where the lowest one is stored beside them', () => {
    const stored = rightsToStore({ rolesAt: { A: 'admin', B: 'agent' } });
    expect(stored).toEqual({ role: 'agent', organizationIds: ['A', 'B'], organizationRoles: ['admin', 'agent'] });
    expect(stored && ['A', 'B', 'C'].map((id) => roleAt(stored, id))).toEqual(['admin', 'agent', undefined]);
    const same = rightsToStore({ rolesAt: { A: 'agent', B: 'agent' } });
    expect(same && ['A', 'B', 'C'].map((id) => roleAt(same, id))).toEqual(['agent', 'agent', undefined]);
  });

  it.each([[{}], [{ rolesAt: {} }], [{ role: 'viewer', rolesAt: { A: 'admin' } }]] as const)('never %j', (rights) => {
    expect(rightsToStore(rights)).toBeUndefined();
  });
});
