import { randomUUID } from 'node:crypto';
import type { PostingOutcome, Reached, Sending } from '../../../loan-model/port.js';
import type { HttpAnswer, HttpRequest } from '../http/http-client.js';
import type { MambuApi } from './api.js';
import { failureOf } from './errors.js';

/**
 * A request that changes something. Its `Idempotency-Key` is new each time, not the payment's. The request itself
 * prevents a second posting (a repayment's external id is unique; a transaction can be adjusted only once), and an
 * error that Mambu stores under a key must never answer a later, legitimate try.
 */
export function write(path: string, body: object, sending: Sending | undefined): HttpRequest {
  return { method: 'POST', path, headers: { 'idempotency-key': randomUUID() }, body, sending };
}

export interface OutcomeReaders {
  /** Reads the result of a 2xx answer. */
  success(answer: HttpAnswer): Promise<PostingOutcome>;
  /** Reads what already exists in Mambu, made by an earlier try or by another client. */
  standing(): Promise<Reached<PostingOutcome | 'absent'>>;
}

export async function sendOnce(api: MambuApi, request: HttpRequest, reading: OutcomeReaders): Promise<PostingOutcome> {
  const outcome = await api.send(request);
  if (outcome.kind === 'not_sent') return { kind: 'unreachable' };
  if (outcome.kind === 'no_answer') return { kind: 'unknown' };
  if (outcome.status >= 200 && outcome.status < 300) return reading.success(outcome);

  const failure = failureOf(outcome);
  switch (failure.kind) {
    case 'unclear':
      return { kind: 'unknown' };
    case 'not_taken':
      if (failure.isOurFault) api.report(request, outcome, 'post not permitted');
      // A lock concerns one loan; a request limit and wrong credentials concern all loans.
      return outcome.status === 409 ? { kind: 'unreachable', isWell: true } : { kind: 'unreachable' };
    case 'refused':
    case 'duplicate': {
      // An earlier try may be the reason for the refusal, whatever code Mambu gives: it may have paid the loan off, for
      // example.
      const standing = await reading.standing();
      if (standing.kind === 'unavailable') return { kind: 'unknown' };
      if (standing.value !== 'absent') return standing.value;
      return failure.kind === 'refused' ? failure : { kind: 'unknown' };
    }
  }
}
