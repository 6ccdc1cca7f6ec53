import { readdirSync, readFileSync } from 'node:fs';
import { PrismaPg } from '@prisma/adapter-pg';
import { describe, expect, it } from 'vitest';
import { Prisma, PrismaClient } from '../../prisma/client/client.js';
import type { Principal } from '../auth/principal.js';
import { systemPrincipal } from '../auth/principal.js';
import { ORGANIZATION_SCOPE, scopeRuleOf } from './organization-scope.js';
import { readModels } from './prisma-models.js';
import { withinScope } from './prisma-scope.js';

const models = readModels(new PrismaClient({ adapter: new PrismaPg({}) }));
const caller: Principal = { kind: 'api_key', actor: 'abcdefgh', organizationIds: ['A', 'B'], scopes: [] };
const scopedModels = [...models.keys()].filter((model) => 'column' in scopeRuleOf(model));

describe('the organization scope of Prisma', () => {
  it('has a rule for every model, and for nothing else', () => {
    expect([...models.keys()].sort()).toEqual(Object.keys(ORGANIZATION_SCOPE).sort());
    expect(Object.keys(Prisma.ModelName).sort()).toEqual(Object.keys(ORGANIZATION_SCOPE).sort());
    expect(() => scopeRuleOf('Forgotten')).toThrow('no organization rule');
    expect(() => scopeRuleOf('toString')).toThrow('no organization rule');
  });

  it('names a column that the model has; every model with organizationId is scoped by it', () => {
    for (const [model, fields] of models) {
      const rule = scopeRuleOf(model);
      if ('column' in rule) expect(fields.has(rule.column), model).toBe(true);
      // A loan system stands above organizations; whose accounts it holds is an admin's to know.
      if (fields.has('organizationId') && model !== 'LoanSystem')
        expect(rule, model).toEqual({ column: 'organizationId' });
    }
  });

  it('keeps every choosing operation of every scoped model inside the allowlist', () => {
    for (const model of scopedModels) {
      const rule = scopeRuleOf(model);
      const inside = 'column' in rule ? { [rule.column]: { in: ['A', 'B'] } } : undefined;
      for (const operation of [
        'findUnique',
        'findUniqueOrThrow',
        'findFirst',
        'findFirstOrThrow',
        'findMany',
        'count',
      ]) {
        expect(call(model, operation, undefined), `${model}.${operation}`).toEqual({ where: { AND: [inside] } });
      }
      for (const operation of ['aggregate', 'groupBy', 'updateMany', 'updateManyAndReturn', 'deleteMany', 'delete']) {
        const where = { id: 'x', AND: [{ id: 'y' }], OR: [{ id: 'x' }, { id: 'z' }] };
        expect(call(model, operation, { where, take: 1 }), `${model}.${operation}`).toEqual({
          where: { id: 'x', AND: [inside, { id: 'y' }], OR: [{ id: 'x' }, { id: 'z' }] },
          take: 1,
        });
      }
    }
  });

  it('refuses rows of another organization, or of none that is named', () => {
    for (const values of [{ organizationId: 'C' }, {}, { organizationId: null }, { organizationId: { set: 'C' } }]) {
      expect(() => call('Person', 'create', { data: values })).toThrow('outside');
      expect(() => call('Person', 'createMany', { data: [{ organizationId: 'A' }, values] })).toThrow('outside');
      expect(() => call('Person', 'createManyAndReturn', { data: [values] })).toThrow('outside');
      expect(() => call('Person', 'upsert', { where: { id: 'x' }, update: {}, create: values })).toThrow('outside');
    }
    expect(call('Person', 'create', { data: { organizationId: 'A' } })).toEqual({ data: { organizationId: 'A' } });
    expect(() => call('Organization', 'create', { data: { id: 'C' } })).toThrow('outside');
  });

  it('refuses to move a row out', () => {
    for (const organizationId of ['C', { set: 'C' }, null]) {
      for (const operation of ['update', 'updateMany', 'updateManyAndReturn']) {
        expect(() => call('Person', operation, { where: { id: 'x' }, data: { organizationId } })).toThrow('outside');
      }
      const upsert = { where: { id: 'x' }, create: { organizationId: 'A' }, update: { organizationId } };
      expect(() => call('Person', 'upsert', upsert)).toThrow('outside');
    }
  });

  it('refuses nested writes, which an extension does not see', () => {
    for (const nested of [{ connect: { id: 'foreign' } }, { create: {} }, { deleteMany: {} }, { update: {} }]) {
      const data = { organizationId: 'A', primaryAccounts: nested };
      expect(() => call('Person', 'create', { data })).toThrow('through a relation');
      expect(() => call('Person', 'update', { where: { id: 'x' }, data })).toThrow('through a relation');
      const upsert = { where: { id: 'x' }, create: { organizationId: 'A' }, update: data };
      expect(() => call('Person', 'upsert', upsert)).toThrow('through a relation');
    }
  });

  it('refuses every way from an unscoped model to a scoped one', () => {
    const outward = [
      ['LoanSystem', 'findMany', { include: { accounts: true } }],
      ['LoanSystem', 'findMany', { select: { code: true, _count: { select: { accounts: true } } } }],
      ['LoanSystem', 'findMany', { where: { accounts: { some: { id: 'x' } } } }],
      ['LoanSystem', 'update', { where: { code: 'x' }, data: { accounts: { deleteMany: {} } } }],
      ['Account', 'findMany', { include: { loanSystem: { include: { accounts: true } } } }],
      ['Account', 'findMany', { where: { OR: [{ loanSystem: { is: { accounts: { some: {} } } } }] } }],
      [
        'Person',
        'findMany',
        { select: { primaryAccounts: { select: { loanSystem: { select: { accounts: true } } } } } },
      ],
    ] as const;
    for (const [model, operation, args] of outward) {
      expect(() => call(model, operation, args)).toThrow('leads from an unscoped model');
    }
    expect(() => call('Account', 'findMany', { include: { loanSystem: true, primaryBorrower: true } })).not.toThrow();
  });

  it('refuses operations and arguments that it does not know', () => {
    expect(() => call('Person', 'findRaw', {})).toThrow('no organization rule');
    expect(() => call('Person', 'findMany', { where: new Map() })).toThrow('cannot be narrowed');
    expect(() => call('Person', 'findMany', new Map())).toThrow('plain object');
  });

  it('leaves a caller who sees everything alone', () => {
    const args = { where: { id: 'x' } };
    const everyone = systemPrincipal('a job');
    expect(withinScope(models, everyone, { model: 'Person', operation: 'findMany', args })).toBe(args);
    expect(() => withinScope(models, everyone, { model: 'Forgotten', operation: 'findMany', args })).toThrow();
  });

  it('can trust relations between scoped models: their foreign keys begin with the organization', () => {
    const schema = readdirSync('prisma/schema').map((file) => readFileSync(`prisma/schema/${file}`, 'utf8'));
    const relations = schema.flatMap((text) =>
      [...text.matchAll(/^model (\w+) \{(.*?)^\}/gms)].flatMap(([, model = '', body = '']) =>
        [...body.matchAll(/^ +(\w+) +(\w+)\??.*@relation\(fields: \[(\w+)/gm)].map(
          ([, name = '', target = '', firstField = '']) => ({
            relation: `${model}.${name}`,
            model,
            target,
            firstField,
          }),
        ),
      ),
    );
    const between = relations.filter(
      ({ model, target }) => scopedModels.includes(model) && scopedModels.includes(target),
    );
    expect(between.length).toBeGreaterThan(10);
    const loose = between.filter(({ firstField }) => firstField !== 'organizationId').map(({ relation }) => relation);
    expect(loose).toEqual([]);
  });
});

function call(model: string, operation: string, args: unknown): unknown {
  return withinScope(models, caller, { model, operation, args });
}
