import { describe, expect, it } from 'vitest';
import { local, type Method } from '../route.js';
import { RouteTable } from './route-table.js';

const route = (method: Method, path: `/${string}`) =>
  local({ operationId: `${method} ${path}`, method, path, answer: () => ({ status: 200 }) });

const table = new RouteTable([
  route('GET', '/things'),
  route('GET', '/things/{id}'),
  route('DELETE', '/things/{thing_id}'),
  route('POST', '/things/special'),
  route('GET', '/things/{id}/parts/{part_id}'),
]);

describe('route table', () => {
  it.each([
    ['GET', '/things', 'GET /things', {}],
    ['GET', '/things/a%20b', 'GET /things/{id}', { id: 'a b' }],
    ['HEAD', '/things/1', 'GET /things/{id}', { id: '1' }],
    ['DELETE', '/things/1', 'DELETE /things/{thing_id}', { thing_id: '1' }],
    ['POST', '/things/special', 'POST /things/special', {}],
    [
      'GET',
      '/things/things/parts/__proto__',
      'GET /things/{id}/parts/{part_id}',
      { id: 'things', part_id: '__proto__' },
    ],
  ])('%s %s › %s', (method, path, operationId, parameters) => {
    expect(table.match(method, path)).toMatchObject({ kind: 'route', route: { operationId }, path: parameters });
  });

  it.each(['', '*', '/', '/things/', '/things//parts/1', '/things/1/parts', '/toString', 'http://host/things'])(
    '"%s" has no route',
    (path) => {
      expect(table.match('GET', path)).toEqual({ kind: 'no_route' });
    },
  );

  it('another method gets the list of allowed methods; bad percent-encoding cannot be read', () => {
    expect(table.match('PUT', '/things/1')).toEqual({ kind: 'other_method', allow: 'DELETE, GET, HEAD, OPTIONS' });
    expect(table.match('constructor', '/things')).toEqual({ kind: 'other_method', allow: 'GET, HEAD, OPTIONS' });
    expect(table.match('GET', '/things/%e0%a4')).toEqual({ kind: 'unreadable' });
  });

  it('a trailing slash matters, unless a route says that it does not', () => {
    const lenient = new RouteTable([{ ...route('GET', '/a/'), slashEither: true }, route('GET', '/b/{c}')]);
    for (const path of ['/a', '/a/']) expect(lenient.match('GET', path)).toMatchObject({ kind: 'route' });
    for (const path of ['/a//', '/b/1/']) expect(lenient.match('GET', path)).toEqual({ kind: 'no_route' });
  });

  it('a route of another host does not exist here, even if the path does', () => {
    const here = new RouteTable([route('GET', '/things/{id}')], [route('POST', '/things/special')]);
    expect(here.match('POST', '/things/special')).toEqual({ kind: 'no_route' });
    expect(here.match('POST', '/things/other')).toMatchObject({ kind: 'other_method' });
    expect(here.match('GET', '/things/special')).toMatchObject({ kind: 'route' });
  });

  it('rejects two routes with the same method and path', () => {
    expect(() => new RouteTable([route('GET', '/a/{b}'), route('GET', '/a/{c}')])).toThrow('routed twice');
  });
});
