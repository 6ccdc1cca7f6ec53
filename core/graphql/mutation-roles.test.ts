import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { limitMutationsByRole } from './mutation-roles.js';

const schema = () => buildSchema('type Query { a: Int } type Mutation { pay: Int reverse: Int }');

describe('limitMutationsByRole', () => {
  it('does not start with a mutation that has no role', () => {
    expect(() => limitMutationsByRole(schema(), { pay: 'agent' })).toThrow('the mutation reverse has no role');
  });

  it('does not start with a role of a mutation that does not exist', () => {
    const roles = { pay: 'agent', reverse: 'agent', refund: 'admin' } as const;
    expect(() => limitMutationsByRole(schema(), roles)).toThrow('roles of unknown mutations: refund');
  });
});
