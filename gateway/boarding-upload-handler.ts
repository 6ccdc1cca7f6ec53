import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { idempotencyKey } from '../core/contract/checked-write.js';
import { issuesFromZod } from '../core/errors/from-zod.js';
import { invalid, Problem } from '../core/errors/problem.js';
import { uploadChunks } from '../core/http/front/upload-chunks.js';
import { boardingFileType } from './boarding-file-type.js';
import type { BoardingUploads } from './boarding-uploads-interface.js';
import { callerOf } from './report-and-payoff-letter-handlers.js';

/** How the gateway's host receives portfolio files, for people with a session. */
export interface GatewayBoardings extends BoardingUploads {
  /** BOARDING_MAX_BYTES. */
  readonly maxBytes: number;
}

const flag = z.enum(['true', 'false']).optional();
const asked = z.object({
  query: z.strictObject({
    organization_id: z.string().max(100),
    dry_run: flag,
    skip_invalid: flag,
    strict: flag,
  }),
  header: z.object({ 'Idempotency-Key': idempotencyKey }),
});

/**
 * `POST /uploads/boardings`: a portfolio's file as the body, as for the REST API's createLedgerBoarding. The caller is
 * admitted, and everything but the content is checked, before the body is read; it is then read as a stream.
 */
export function boardingUploadHandler({ take, maxBytes }: GatewayBoardings): RequestHandler {
  return async (request: Request, response: Response): Promise<void> => {
    const caller = callerOf(response);
    const input = { query: request.query, header: { 'Idempotency-Key': request.get('idempotency-key') } };
    const parsed = asked.safeParse(input);
    if (!parsed.success) throw invalid(issuesFromZod({ error: parsed.error, input }));
    const type = boardingFileType(request);
    if (Number(request.get('content-length') ?? 0) > maxBytes) throw new Problem('payload_too_large');
    const { query, header } = parsed.data;
    const upload = {
      ...type,
      organizationId: query.organization_id,
      isDryRun: query.dry_run === 'true',
      skipsInvalid: query.skip_invalid === 'true',
      isStrict: query.strict === 'true',
      idempotencyKey: header['Idempotency-Key'],
    };
    const { id, replayed } = await take(upload, uploadChunks(request), caller);
    response.status(202).json({ id, replayed });
  };
}
