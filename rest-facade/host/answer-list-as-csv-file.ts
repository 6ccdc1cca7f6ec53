import { Readable } from 'node:stream';
import { csvHeaders } from '../../core/http/csv-headers.js';
import type { Principal } from '../../core/principal/principal.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import type { Answer } from '../answer/answer.js';
import { graphAnswer } from '../answer/graph-answer.js';
import type { CsvFile } from '../list-as-csv-file.js';
import type { Exchange } from '../request/http-exchange.js';
import type { RequestParts } from '../request/request-parts.js';
import type { OperationRoute } from '../route.js';
import { invalidRequest } from './invalid-request.js';

/** A list's rows as a file. `cursor` and `limit` have no effect but are validated as for pages. */
export async function answerFile(
  { requestId }: Exchange,
  { operations }: { readonly operations: OperationRunner },
  route: OperationRoute,
  file: CsvFile,
  { principal, path, query }: { readonly principal: Principal } & Pick<RequestParts, 'path' | 'query'>,
): Promise<Answer> {
  const outcome = await route.read({ path, query, header: {}, body: undefined });
  if (outcome.kind === 'invalid') throw invalidRequest(route, outcome.issues);
  const result = await operations.run(file.operationId, path, { principal, requestId });
  return { status: 200, headers: csvHeaders(file.name(path)), stream: Readable.from([file.text(graphAnswer(result))]) };
}
