import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { ReportCode } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import type { OperationRoute } from '../../route.js';

interface ReportRouteSource {
  readonly code: ReportCode;
  readonly operationId: string;
  /** The report's name. */
  readonly summary: string;
  readonly description: string;
  /** The page within the document's response. */
  page(answer: never): unknown;
}

/**
 * One of the reports: a page, or with `Accept: text/csv` the whole range. `from` and `to` filter the report's own date.
 * `abr` and `dr` show balances as of `to`; their `from` only decides whether the range has begun.
 */
export function report({ code, operationId, summary, description, page }: ReportRouteSource): OperationRoute {
  return operation({
    operationId,
    method: 'GET',
    path: `/reports/${code}`,
    summary: `Report ${code}: ${summary}`,
    description: `${description} With \`Accept: text/csv\` the whole range as a file; cursor and limit are validated but have no effect.`,
    tag: 'Reports',
    area: 'unversioned',
    scope: 'reports:read',
    csv: { code },
    request: z.object({ query: listQuery }),
    variables: ({ query }) => query,
    success: (answer: never) => ({ status: 200, body: page(answer) }),
  });
}
