import { GraphProblem } from '../../graph/problem';
import { csrfToken, reportSession } from '../../session/session';

export interface PortfolioFile {
  readonly organizationId: string;
  readonly file: File;
  readonly charset: string;
  readonly isDryRun: boolean;
  readonly skipsInvalid: boolean;
  readonly isStrict: boolean;
}

interface Refused {
  readonly detail: { readonly error_code?: string; readonly message?: string } | readonly { readonly msg: string }[];
}

/**
 * Uploads a portfolio's file, which the browser reads as it sends it.
 *
 * @returns the id of its boarding, once the whole file has arrived
 * @throws {GraphProblem}
 */
export async function sendFile(portfolio: PortfolioFile, key: string, signal: AbortSignal): Promise<string> {
  const { organizationId, file, charset, isDryRun, skipsInvalid, isStrict } = portfolio;
  const query = new URLSearchParams({
    organization_id: organizationId,
    ...{ dry_run: String(isDryRun), skip_invalid: String(skipsInvalid), strict: String(isStrict) },
  });
  let response: Response;
  try {
    response = await fetch(`/uploads/boardings?${query}`, {
      method: 'POST',
      headers: {
        'Content-Type': `${typeOf(file)}; charset=${charset}`,
        'X-CSRF-Token': csrfToken(),
        'Idempotency-Key': key,
      },
      body: file,
      signal,
    });
  } catch {
    throw new GraphProblem('network', signal.aborted ? 'The upload was cancelled.' : BROKEN_OFF);
  }
  if (response.ok) return ((await response.json()) as { readonly id: string }).id;
  if (response.status === 401) reportSession('ended');
  throw await refusalOf(response);
}

const BROKEN_OFF =
  'The upload broke off. Please upload the same file again: a loan that was boarded is never boarded twice.';

function typeOf({ name }: File): string {
  return /\.(ndjson|jsonl)$/i.test(name) ? 'application/x-ndjson' : 'text/csv';
}

async function refusalOf(response: Response): Promise<GraphProblem> {
  const { detail } = (await response.json().catch(() => ({ detail: {} }))) as Refused;
  if (isIssues(detail)) return new GraphProblem('validation_failed', '', { issues: detail });
  const { error_code: code = 'network', message = `The server returned an error (${response.status}).` } = detail;
  if (code === 'csrf_token_invalid') reportSession('changed');
  return new GraphProblem(code, TEXTS[code] ?? message);
}

function isIssues(detail: Refused['detail']): detail is readonly { readonly msg: string }[] {
  return Array.isArray(detail);
}

const TEXTS: Readonly<Record<string, string>> = {
  payload_too_large: 'The file is larger than this installation accepts. Please divide it.',
  idempotency_in_progress: 'The same file is still arriving. Please try again in a minute.',
  idempotency_conflict: 'The file was changed during the upload. Please choose it again.',
  organization_out_of_scope: 'Your role does not allow boarding for this lender.',
};
