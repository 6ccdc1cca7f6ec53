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

export interface Upload {
  readonly signal: AbortSignal;
  /** Whole percent of the bytes that have left. */
  readonly onProgress: (percent: number) => void;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Refused {
  readonly detail?: { readonly error_code?: string; readonly message?: string } | readonly { readonly msg: string }[];
}

/**
 * Uploads a portfolio's file, which the browser reads as it sends it.
 *
 * @returns the id of its boarding, once the whole file has arrived
 * @throws {GraphProblem}
 */
export async function sendFile(portfolio: PortfolioFile, key: string, upload: Upload): Promise<string> {
  const { status, body } = await answerTo(portfolio, key, upload);
  if (status === 401) reportSession('ended');
  if (status < 200 || status > 299) throw refusalOf(status, (body ?? {}) as Refused);
  return (body as { readonly id: string }).id;
}

/** With a request that reports its progress, which `fetch` does not. */
function answerTo(portfolio: PortfolioFile, key: string, { signal, onProgress }: Upload): Promise<Answer> {
  const { organizationId, file, charset, isDryRun, skipsInvalid, isStrict } = portfolio;
  const query = new URLSearchParams({
    organization_id: organizationId,
    ...{ dry_run: String(isDryRun), skip_invalid: String(skipsInvalid), strict: String(isStrict) },
  });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/uploads/boardings?${query}`);
    request.setRequestHeader('Content-Type', `${typeOf(file)}; charset=${charset}`);
    request.setRequestHeader('X-CSRF-Token', csrfToken());
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : Math.floor((loaded / total) * 100));
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.onerror = () => reject(new GraphProblem('network', BROKEN_OFF));
    request.onabort = () => reject(new GraphProblem('network', 'The upload was cancelled.'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const BROKEN_OFF =
  'The upload broke off. Please upload the same file again: a loan that was boarded is never boarded twice.';

function typeOf({ name }: File): string {
  return /\.(ndjson|jsonl)$/i.test(name) ? 'application/x-ndjson' : 'text/csv';
}

function refusalOf(status: number, { detail = {} }: Refused): GraphProblem {
  if (isIssues(detail)) return new GraphProblem('validation_failed', '', { issues: detail });
  const { error_code: code = 'network', message = `The server returned an error (${status}).` } = detail;
  if (code === 'csrf_token_invalid') reportSession('changed');
  return new GraphProblem(code, TEXTS[code] ?? message);
}

function isIssues(detail: NonNullable<Refused['detail']>): detail is readonly { readonly msg: string }[] {
  return Array.isArray(detail);
}

const TEXTS: Readonly<Record<string, string>> = {
  payload_too_large: 'The file is larger than this installation accepts. Please divide it.',
  idempotency_in_progress: 'The same file is still arriving. Please try again in a minute.',
  idempotency_conflict: 'The file was changed during the upload. Please choose it again.',
  ledger_boarding_over: 'The boarding of this upload was abandoned. Upload the file again to board it.',
  organization_out_of_scope: 'Your role does not allow boarding for this lender.',
};
