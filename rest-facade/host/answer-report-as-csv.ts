import type { Request } from 'express';
import { csvHeaders } from '../../core/http/csv-headers.js';
import type { Principal } from '../../core/principal/principal.js';
import type { Answer } from '../answer/answer.js';
import type { Exchange } from '../request/http-exchange.js';
import type { RequestParts } from '../request/request-parts.js';
import type { OperationRoute } from '../route.js';
import { invalidRequest } from './invalid-request.js';
import type { ExportCode, ReportExports } from './report-exports-interface.js';

/**
 * JSON unless CSV is preferred (RFC 9110 section 12.5.1). Case (8.3.1) and the type's parameters (RFC 4180) do not
 * matter.
 */
export function prefersCsv(request: Request): boolean {
  const accept = request.headers.accept?.toLowerCase();
  if (!accept?.includes('text')) return false;
  request.headers.accept = accept.replace(/(text\/csv)((?:\s*;\s*(?!q=)[^;,]+)+)/g, '$1');
  return request.accepts(['application/json', CSV]) === CSV;
}

export const CSV = 'text/csv';

/**
 * A report's whole range as a file. `cursor` and `limit` have no effect but are validated as for pages, because an
 * invalid value is a client error in either format.
 */
export async function answerCsv(
  { requestId }: Exchange,
  { exports }: { readonly exports: ReportExports },
  route: OperationRoute,
  code: ExportCode,
  { principal, path, query }: { readonly principal: Principal } & Pick<RequestParts, 'path' | 'query'>,
): Promise<Answer> {
  const outcome = await route.read({ path, query, header: {}, body: undefined });
  if (outcome.kind === 'invalid') throw invalidRequest(route, outcome.issues);
  const range = { from: text(query['from']), to: text(query['to']) };
  const name = [code, range.from, range.to].filter((part) => part !== undefined).join('-');
  return {
    status: 200,
    headers: csvHeaders(name),
    stream: await exports.csv(code, range, { principal, requestId }),
  };
}

/** A parameter that was sent once; the route has refused repeated ones. */
function text(value: RequestParts['query'][string] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
