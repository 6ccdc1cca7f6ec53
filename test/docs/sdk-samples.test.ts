import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Tributary } from '../../sdk/src/tributary.js';
import { OPERATIONS, type Operation } from '../../site/src/contract.js';
import { samplesOf } from '../../site/src/samples/samples.js';

/* The reference has a sample in the SDK for each operation that the SDK has a method for. */

/** Operations that methods send and that need no sample, with the reason. */
const WITHOUT_SAMPLE: Readonly<Record<string, string>> = {
  exchangeToken: 'the client gets its tokens by itself',
};

const ID = '01KAJ4Z6T3N8QW2V5X7Y9B1CDE';
/** A response that satisfies every method: a token, a page without rows, an object in its final state. */
const ANSWER = {
  access_token: 'token',
  expires_in: 3_600,
  items: [],
  page: { next_cursor: null, has_more: false, limit: 100 },
  payment_id: ID,
  status: 'posted',
};

/** The requests that each method of the client sends, by method name: `payments.record`. */
async function sentByMethods(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  let sent = new Set<string>();
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const operation = operationAt(init?.method ?? 'GET', pathname);
    if (operation !== undefined) sent.add(operation.name);
    const status = pathname === '/v1/test-clock' ? 'resting' : ANSWER.status;
    return Response.json({ ...ANSWER, status });
  };
  const hosts = { baseUrl: 'https://api.invalid', secureUrl: 'https://secure.invalid' };
  const client = new Tributary({ ...hosts, apiKey: 'k'.repeat(43), fetch });
  const found = new Map<string, ReadonlySet<string>>();
  for (const [resource, methods] of Object.entries(client)) {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(methods))) {
      if (name === 'constructor') continue;
      sent = new Set();
      const answer: unknown = Reflect.apply(Reflect.get(methods, name), methods, [ID]);
      if (isIterable(answer)) for await (const _ of answer);
      else await answer;
      found.set(`${resource}.${name}`, sent);
    }
  }
  return found;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function operationAt(method: string, path: string): Operation | undefined {
  const matching = OPERATIONS.filter((one) => one.method === method && patternOf(one.path).test(path));
  // If two paths match, the one with fewer parameters is meant.
  return matching.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function sdkSampleOf(name: string): string | undefined {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`${name} is no operation`);
  return samplesOf(operation).find(({ tab }) => tab === 'sdk')?.text;
}

const methods = await sentByMethods();

describe('samples in the SDK', () => {
  const operations = new Set([...methods.values()].flatMap((sent) => [...sent]));

  it('cover every operation of `/v1`', () => {
    const all = OPERATIONS.filter(({ path }) => path.startsWith('/v1/')).map(({ name }) => name);
    expect(all.filter((name) => !operations.has(name))).toEqual([]);
  });

  it('exist for each operation that a method sends, except those named here', () => {
    const without = [...operations].filter((name) => sdkSampleOf(name) === undefined);
    expect(without.sort()).toEqual(Object.keys(WITHOUT_SAMPLE).sort());
  });

  it('call a method that sends the operation, and no other except for a token', () => {
    for (const name of operations) {
      const text = sdkSampleOf(name);
      if (text === undefined) continue;
      const [, called = ''] = /tributary\.(\w+\.\w+)\(/.exec(text) ?? [];
      const sent = [...(methods.get(called) ?? [])].filter((one) => one !== 'exchangeToken');
      expect([name, called, sent]).toEqual([name, called, [name]]);
    }
  });
});

const sdk = (path: string) => readFileSync(new URL(`../../sdk/${path}`, import.meta.url), 'utf8');

it('sdk/README.md names each method of the client', () => {
  const rows = [...sdk('README.md').matchAll(/^tributary\.(\w+) +\/\/ (.*)$/gm)];
  const named = rows.flatMap(([, resource, names = '']) => names.split(', ').map((name) => `${resource}.${name}`));
  expect(named.toSorted()).toEqual([...methods.keys()].toSorted());
});

it('sdk/src/index.ts exports each type that methods take or return', () => {
  const named = readdirSync(new URL('../../sdk/src/resources', import.meta.url)).flatMap((file) =>
    // The types of requests themselves, in transport/, are the client's own.
    [...sdk(`src/resources/${file}`).matchAll(/^import (type )?\{([^}]*)\} from '\.\.\/(?:types|options|list)\.js'/gm)]
      .flatMap(([, all = '', names = '']) => names.split(',').map((name) => `${all}${name.trim()}`))
      .flatMap((name) => /^type (\w+)/.exec(name)?.[1] ?? []),
  );
  const exported = new Set(sdk('src/index.ts').match(/\w+/g));
  expect(named.filter((name) => !exported.has(name))).toEqual([]);
});
