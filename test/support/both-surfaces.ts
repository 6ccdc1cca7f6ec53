import { Api, type ApiAnswer, send } from './api.js';
import type { Lender } from './lender.js';
import type { TestInstance } from './test-instance.js';

/** One of the two surfaces of a mirrored operation: the unversioned one with a key, `/v1` with a token. */
export interface Surface {
  readonly name: 'unversioned' | 'v1';
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string | undefined>>,
  ): Promise<ApiAnswer>;
}

/** Both surfaces, with a credential of these scopes (default: all). */
export async function bothSurfaces(
  instance: TestInstance,
  lender: Lender,
  scopes?: readonly string[],
): Promise<readonly [unversioned: Surface, v1: Surface]> {
  const key = await lender.key(scopes);
  const { token } = await Api.exchange(instance.baseUrl, key);
  return [doorOf('unversioned', instance.baseUrl, key.plaintext), doorOf('v1', `${instance.baseUrl}/v1`, token)];
}

function doorOf(name: Surface['name'], baseUrl: string, bearer: string): Surface {
  return {
    name,
    call: (method, path, body, headers = {}) =>
      send(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...Object.fromEntries(
            Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
          ),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

/** `body.amount_cents int_type` of each problem of a 422, sorted. */
export function problemsOf({ json }: ApiAnswer): readonly string[] {
  return json.detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`).sort();
}
