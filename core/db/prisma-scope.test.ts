import { readdirSync, readFileSync } from 'node:fs';
import { PrismaPg } from '@prisma/adapter-pg';
import { describe, expect, it } from 'vitest';
import { Prisma, PrismaClient } from '../../prisma/client/client.js';
import type { Principal } from '../principal/principal.js';
import { systemPrincipal } from '../principal/principal.js';
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
      // These are unscoped on purpose: only an admin may know whose accounts a loan system holds, and seals are
      // verified together.
      if (
        fields.has('organizationId') &&
        !['LoanSystem', 'AuditSeal', 'AuditHead', 'AuditMasking', 'AuditLog'].includes(model)
      )
        expect(rule, model).toEqual({ column: 'organizationId' });
    }
  });

  it('keeps every row-selecting operation of every scoped model inside the allowlist', async () => {
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
        expect(await call(model, operation, undefined), `${model}.${operation}`).toEqual({ where: { AND: [inside] } });
      }
      for (const operation of ['aggregate', 'groupBy', 'updateMany', 'updateManyAndReturn', 'deleteMany', 'delete']) {
        const where = { id: 'x', AND: [{ id: 'y' }], OR: [{ id: 'x' }, { id: 'z' }] };
        expect(await call(model, operation, { where, take: 1 }), `${model}.${operation}`).toEqual({
          where: { id: 'x', AND: [inside, { id: 'y' }], OR: [{ id: 'x' }, { id: 'z' }] },
          take: 1,
        });
      }
    }
  });

  it('refuses rows of another organization, or without one', async () => {
    for (const values of [{ organizationId: 'C' }, {}, { organizationId: null }, { organizationId: { set: 'C' } }]) {
      await expect(call('Person', 'create', { data: values })).rejects.toThrow('outside');
      await expect(call('Person', 'createMany', { data: [{ organizationId: 'A' }, values] })).rejects.toThrow(
        'outside',
      );
      await expect(call('Person', 'createManyAndReturn', { data: [values] })).rejects.toThrow('outside');
      await expect(call('Person', 'upsert', { where: { id: 'x' }, update: {}, create: values })).rejects.toThrow(
        'outside',
      );
    }
    expect(await call('Person', 'create', { data: { organizationId: 'A' } })).toEqual({
      data: { organizationId: 'A' },
    });
    await expect(call('Organization', 'create', { data: { id: 'C' } })).rejects.toThrow('outside');
  });

  it('refuses to move a row out', async () => {
    for (const organizationId of ['C', { set: 'C' }, null]) {
      for (const operation of ['update', 'updateMany', 'updateManyAndReturn']) {
        await expect(call('Person', operation, { where: { id: 'x' }, data: { organizationId } })).rejects.toThrow(
          'outside',
        );
      }
      const upsert = { where: { id: 'x' }, create: { organizationId: 'A' }, update: { organizationId } };
      await expect(call('Person', 'upsert', upsert)).rejects.toThrow('outside');
    }
  });

  it('refuses nested writes, which an extension does not see', async () => {
    for (const nested of [{ connect: { id: 'foreign' } }, { create: {} }, { deleteMany: {} }, { update: {} }]) {
      const data = { organizationId: 'A', primaryAccounts: nested };
      await expect(call('Person', 'create', { data })).rejects.toThrow('through a relation');
      await expect(call('Person', 'update', { where: { id: 'x' }, data })).rejects.toThrow('through a relation');
      const upsert = { where: { id: 'x' }, create: { organizationId: 'A' }, update: data };
      await expect(call('Person', 'upsert', upsert)).rejects.toThrow('through a relation');
    }
  });

  it('refuses every path from an unscoped model to a scoped one', async () => {
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
      await expect(call(model, operation, args)).rejects.toThrow('leads from an unscoped model');
    }
    await expect(
      call('Account', 'findMany', { include: { loanSystem: true, primaryBorrower: true } }),
    ).resolves.toBeDefined();
  });

  it('refuses unknown operations and arguments', async () => {
    await expect(call('Person', 'findRaw', {})).rejects.toThrow('no organization rule');
    await expect(call('Person', 'findMany', { where: new Map() })).rejects.toThrow('cannot be narrowed');
    await expect(call('Person', 'findMany', new Map())).rejects.toThrow('plain object');
  });

  it('restricts a caller who sees everything to the list of all organizations, because keys begin with one', async () => {
    const everyone = reachOf(systemPrincipal('a job'));
    const narrowed = (model: string, operation: string, args: unknown) =>
      withinScope(models, everyone, { model, operation, args });
    const among = { organizationId: { in: ['A', 'B', 'C'] } };
    for (const operation of ['findFirst', 'findMany', 'count', 'updateMany', 'deleteMany', 'groupBy']) {
      const args = { where: { id: 'x' } };
      expect(await narrowed('Person', operation, args), operation).toEqual({ where: { id: 'x', AND: [among] } });
    }
    expect(await narrowed('Person', 'findMany', undefined)).toEqual({ where: { AND: [among] } });
    await expect(narrowed('Forgotten', 'findMany', {})).rejects.toThrow('no organization rule');
    await expect(narrowed('Person', 'findRaw', {})).rejects.toThrow('no organization rule');
    await expect(narrowed('LoanSystem', 'findMany', { include: { accounts: true } })).rejects.toThrow('leads from');
  });

  it('reads no list where a query names its organizations', async () => {
    const everyOrganization = () => Promise.reject(new Error('asked for the list'));
    const everyone = { organizationIds: 'all' as const, everyOrganization };
    const unasked = (model: string, operation: string, args: unknown) =>
      withinScope(models, everyone, { model, operation, args });
    for (const where of [
      { organizationId: 'A', id: 'x' },
      { organizationId: { in: ['A'] } },
      { organizationId: { equals: 'A' } },
      { organizationId_id: { organizationId: 'A', id: 'x' } },
    ])
      expect(await unasked('Person', 'findMany', { where })).toEqual({ where });
    for (const where of [{ organizationId: { not: 'A' } }, { OR: [{ organizationId: 'A' }, { id: 'x' }] }, {}])
      await expect(unasked('Person', 'findMany', { where })).rejects.toThrow('asked for the list');
    expect(await unasked('Organization', 'findMany', { where: { isActive: true } })).toEqual({
      where: { isActive: true },
    });
    const row = { data: { organizationId: 'new' } };
    expect(await unasked('Person', 'create', row)).toBe(row);
    expect(await unasked('LoanSystem', 'findMany', undefined)).toBe(undefined);
  });

  it('can trust relations between scoped models: their foreign keys begin with the organization', () => {
    const files = readdirSync('prisma/schema', { recursive: true, encoding: 'utf8' });
    const schema = files
      .filter((file) => file.endsWith('.prisma'))
      .map((file) => readFileSync(`prisma/schema/${file}`, 'utf8'));
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

function call(model: string, operation: string, args: unknown): Promise<unknown> {
  return withinScope(models, reachOf(caller), { model, operation, args });
}

function reachOf({ organizationIds }: Principal) {
  return { organizationIds, everyOrganization: () => Promise.resolve(['A', 'B', 'C']) };
}
