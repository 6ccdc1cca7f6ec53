import { CATALOGUE, type ErrorCode } from '../../core/errors/catalogue.js';
import type { Components } from './components.js';
import { errorExample, errorName, errorSchema } from './error-schemas.js';
import type { JsonObject } from './json-schema.js';
import { refusalHeaders } from './response-headers.js';

/** Guessing is counted on every route, also when a webhook is rejected (406). */
const COUNTED: ReadonlySet<number> = new Set([401, 406, 429]);

/**
 * One response per status, with every code that the status can mean on the route; equal sets of codes share a
 * component.
 */
export function refusalResponses(
  codes: ReadonlySet<ErrorCode>,
  isRouteCounted: boolean,
  components: Components,
): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of catalogueOrder(codes)) {
    const { status } = CATALOGUE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, ofStatus]) => {
    const isCounted = isRouteCounted || COUNTED.has(status);
    return [String(status), refusalResponse(status, ofStatus, isCounted, components)];
  });
  return Object.fromEntries(responses);
}

function refusalResponse(
  status: number,
  codes: readonly ErrorCode[],
  isCounted: boolean,
  components: Components,
): JsonObject {
  const schemas = codes.map((code) => components.schema(errorName(code), errorSchema(code)));
  const [only] = schemas;
  const headers = refusalHeaders(status, isCounted);
  const isUncounted = Object.keys(headers).length > 0 && !isCounted;
  return components.response(`${codes.join('.')}${isUncounted ? '.uncounted' : ''}`, {
    description: codes.map((code) => `\`${code}\`: ${CATALOGUE[code].meaning}`).join('\n\n'),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? only : { anyOf: schemas },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  });
}

function catalogueOrder(codes: ReadonlySet<ErrorCode>): readonly ErrorCode[] {
  const all = Object.keys(CATALOGUE);
  return [...codes].sort((a, b) => all.indexOf(a) - all.indexOf(b));
}
