import { randomUUID } from 'node:crypto';
import type { PostingOutcome, Reached, Sending } from '../../../loan-model/port.js';
import type { HttpAnswer, HttpRequest } from '../http/http-client.js';
import type { MambuApi } from './api.js';
import { failureOf } from './errors.js';

/**
 * A request that changes something. Its `Idempotency-Key` is its own, not the payment's: what makes a second posting
 * impossible is in the request (a repayment's unique external id; a transaction is adjusted once), and an error that Mambu
 * remembers under a key must never be the answer to a later, rightful try.
 */
export function write(path: string, body: object, sending: Sending | undefined): HttpRequest {
  return { method: 'POST', path, headers: { 'idempotency-key': randomUUID() }, body, sending };
}

export interface Reading {
  /** What an answer of 2xx says. */
  success(answer: HttpAnswer): Promise<PostingOutcome>;
  /** What stands in Mambu already of what was asked for, by an earlier try or by anybody. */
  standing(): Promise<Reached<PostingOutcome | 'absent'>>;
}

export async function sendOnce(api: MambuApi, request: HttpRequest, reading: Reading): Promise<PostingOutcome> {
  const outcome = await api.send(request);
  if (outcome.kind === 'not_sent') return { kind: 'unreachable' };
  if (outcome.kind === 'no_answer') return { kind: 'unknown' };
  if (outcome.status >= 200 && outcome.status < 300) return reading.success(outcome);

  const failure = failureOf(outcome);
  switch (failure.kind) {
    case 'unclear':
      return { kind: 'unknown' };
    case 'not_taken':
      if (failure.isOurFault) api.report(request, outcome, 'a post was not allowed');
      // A lock is of one loan; a limit on requests and wrong credentials are of all of them.
      return outcome.status === 409 ? { kind: 'unreachable', isWell: true } : { kind: 'unreachable' };
    case 'refused':
    case 'duplicate': {
      // An earlier try may itself be the reason, whatever words Mambu refuses with: it has paid the loan off, for example.
      const standing = await reading.standing();
      if (standing.kind === 'unavailable') return { kind: 'unknown' };
      if (standing.value !== 'absent') return standing.value;
      return failure.kind === 'refused' ? failure : { kind: 'unknown' };
    }
  }
}
