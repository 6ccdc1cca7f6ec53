import { z } from 'zod';
import { idempotencyKey } from '../../../core/contract/checked-write.js';
import { issuesFromZod } from '../../../core/errors/from-zod.js';
import { invalid } from '../../../core/errors/problem.js';
import { uploadChunks } from '../../../core/http/front/upload-chunks.js';
import type { Principal } from '../../../core/principal/principal.js';
import { boardingFileType } from '../../../gateway/boarding-file-type.js';
import type { BoardingUpload, BoardingUploads } from '../../../gateway/boarding-uploads-interface.js';
import type { OperationRunner } from '../../../gateway/operation-runner-interface.js';
import { graphAnswer } from '../../answer/graph-answer.js';
import type { GetLedgerBoardingQueryVariables } from '../../generated/operations.js';
import { pendingHeaders } from '../../idempotency-header-and-answers.js';
import { type CallerServices, callerOf } from '../../request/authenticate-caller.js';
import type { Exchange } from '../../request/http-exchange.js';
import { organizationQuery } from '../../request/list-query.js';
import { headersOf, queryOf } from '../../request/request-parts.js';
import { type LocalRequest, local } from '../../route.js';
import { getLedgerBoarding } from './get-ledger-boarding.js';

const boardingQuery = organizationQuery.extend({
  organization_id: z
    .string()
    .describe(
      'The organization that owns the portfolio. Required for a key of several organizations; one outside its allowlist is refused.',
    )
    .optional(),
  dry_run: z.enum(['true', 'false']).describe('Whether it only checks. Default: false.').optional(),
  skip_invalid: z
    .enum(['true', 'false'])
    .describe('Whether loans with an error are skipped and the others boarded. Default: false, all or nothing.')
    .optional(),
  strict: z.enum(['true', 'false']).describe('Whether warnings are errors. Default: false.').optional(),
  loan_system_code: z
    .string()
    .min(1)
    .max(100)
    .describe('The ledger. Default: the organization’s own, otherwise the built-in one.')
    .optional(),
});
const boardingHeader = z.object({ 'Idempotency-Key': idempotencyKey });
const boardingRequest = z.object({ query: boardingQuery, header: boardingHeader });

/** Services for receiving a portfolio. */
export interface BoardingServices extends CallerServices {
  readonly boardings: BoardingUploads;
  readonly operations: OperationRunner;
}

/**
 * Receives a portfolio's file as a stream: the caller is authorized before the first byte, and the file is not
 * buffered.
 */
export const createLedgerBoarding = local({
  operationId: 'createLedgerBoarding',
  runs: 'getLedgerBoarding',
  method: 'POST',
  path: '/v1/ledger/boardings',
  contract: {
    summary: 'Board a portfolio',
    description:
      'The body is the file, CSV or NDJSON, in the format of docs/boarding.md. It is read as a stream, in UTF-8 or in the `charset` of its Content-Type: `windows-1252` or `utf-16le`. A key of several organizations must give `organization_id`; otherwise the key’s organization is used. The response comes when the file has been received. The file is then checked and, if it has no errors, written. With `skip_invalid`, loans with errors are skipped. Loans that were boarded before are compared, and never written again.\n\nNeeds the scope `ledger:write`.',
    tag: 'Ledger',
    refusals: [
      'organization_inactive',
      'idempotency_conflict',
      'idempotency_in_progress',
      'ledger_boarding_over',
      'payload_too_large',
      'request_timeout',
      'too_many_uploads',
      'service_unavailable',
      'unsupported_media_type',
      'validation_failed',
      'outcome_unknown',
    ],
    security: { scope: 'ledger:write' },
    query: boardingQuery,
    header: boardingHeader,
    body: {
      content: { 'text/csv': z.string(), 'application/x-ndjson': z.string() },
      example: 'record_type,control_loans\r\ncontrol,0\r\n',
    },
    success: {
      status: 202,
      about: 'The file was received; poll the boarding.',
      headers: ['Location', 'Retry-After'],
      body: { operationId: 'getLedgerBoarding', member: 'ledgerBoarding' },
    },
  },
  answer: async ({ exchange, services }: LocalRequest<BoardingServices>) => {
    const principal = await callerOf(exchange, services, { area: 'v1', scope: 'ledger:write' });
    const request = requestOf(exchange, principal);
    const { requestId } = exchange;
    const { id, replayed } = await services.boardings.take(request, uploadChunks(exchange.request), {
      principal,
      requestId,
    });
    // A caller that may submit a file may also read its outcome.
    const reader: Principal = { ...principal, scopes: [...principal.scopes, 'ledger:read'] };
    const variables: GetLedgerBoardingQueryVariables = { id };
    const result = await services.operations.run('getLedgerBoarding', variables, { principal: reader, requestId });
    const { body } = getLedgerBoarding.success(graphAnswer(result));
    const headers = {
      ...pendingHeaders('/v1/ledger/boardings', id),
      ...(replayed && { 'Idempotent-Replayed': 'true' }),
    };
    return { status: 202, body, headers };
  },
});

/** @throws {Problem} `validation_failed`, `unsupported_media_type` */
function requestOf({ request }: Exchange, { organizationIds }: Principal): BoardingUpload {
  const input = { query: queryOf(request.url), header: headersOf(request, ['Idempotency-Key']) };
  const parsed = boardingRequest.safeParse(input);
  const [organizationId, ...others] = organizationIds === 'all' ? [] : organizationIds;
  const isNamed = organizationId !== undefined && others.length === 0;
  if (!parsed.success || !isNamed) {
    const issues = parsed.success ? [] : issuesFromZod({ error: parsed.error, input });
    throw invalid(isNamed ? issues : [...issues, UNNAMED]);
  }
  const { query, header } = parsed.data;
  return {
    organizationId,
    isDryRun: query.dry_run === 'true',
    skipsInvalid: query.skip_invalid === 'true',
    isStrict: query.strict === 'true',
    loanSystemCode: query.loan_system_code,
    idempotencyKey: header['Idempotency-Key'],
    ...boardingFileType(request),
  };
}

const UNNAMED = {
  loc: ['query', 'organization_id'],
  msg: 'Field required for a key of several organizations',
  type: 'missing',
  input: null,
} as const;
