import { newId } from '../../../core/ids/ids.js';
import type { IsoInstant } from '../../../core/time/dates.js';
import type { Sending } from '../../../loan-model/port.js';
import type { HttpOutcome } from '../http/http-client.js';
import { isStored, type Verdict, verdictOf } from './failures.js';
import type { FineractApi } from './fineract-api.js';
import type { FineractContext } from './fineract-context.js';
import { commandResult, recordedCommand } from './response-schemas.js';

/**
 * The outcome of a command: after `carried_out` the posting can be read (`at`: when this very request executed it, by
 * our clock); after `look` it must be looked up first; the others are outcomes of the port.
 */
export type CommandOutcome =
  | { readonly kind: 'carried_out'; readonly at: IsoInstant | undefined }
  | { readonly kind: 'look' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly isWell?: true }
  | { readonly kind: 'awaiting_approval' }
  | { readonly kind: 'no_payment_type' }
  | { readonly kind: 'unknown' };

export interface Command {
  readonly path: readonly (string | number)[];
  readonly command: string;
  /** The id of the payment or the reversal. */
  readonly reference: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly sending: Sending | undefined;
}

/**
 * Sends a command once, with its reference as the idempotency key: Fineract rejects a second request while the first
 * one is in progress (425) and does not execute it.
 *
 * Fineract also stores failures and repeats them for ever under the same key. A stored failure is therefore never the
 * answer: the command is sent again at once with a new key. It proves that the earlier try was rolled back, and the
 * external id, which is unique in Fineract's database, prevents a second posting.
 */
export async function sendCommand(sender: Sender, command: Command): Promise<CommandOutcome> {
  const first = await once(sender.api, command, command.reference);
  const judged = first.verdict.kind === 'replayed_failure' ? await once(sender.api, command, newId()) : first;
  return judge(judged, command, sender);
}

type Sender = Pick<FineractContext, 'api' | 'logger' | 'code' | 'now'>;

interface Tried {
  readonly outcome: HttpOutcome;
  readonly verdict: Verdict;
}

async function once(api: FineractApi, { path, command, body, sending }: Command, key: string): Promise<Tried> {
  const outcome = await api.command(path, command, key, body, sending);
  return { outcome, verdict: outcome.kind === 'answered' ? verdictOf(outcome) : { kind: 'unknown' } };
}

function judge({ outcome, verdict }: Tried, { path, reference }: Command, sender: Sender): CommandOutcome {
  const { code, logger, now } = sender;
  if (outcome.kind === 'not_sent') return { kind: 'unreachable' };
  if (outcome.kind === 'no_answer') return { kind: 'unknown' };
  const about = { loan_system: code, reference, status: outcome.status };
  switch (verdict.kind) {
    case 'accepted':
      if (recordedCommand.safeParse(outcome.body).success) {
        logger.warn(about, 'a command waits for approval in Fineract');
        return { kind: 'awaiting_approval' };
      }
      if (commandResult.safeParse(outcome.body).success)
        return { kind: 'carried_out', at: isStored(outcome) ? undefined : now() };
      logger.error(about, 'Fineract accepted a command but did not report its result');
      return { kind: 'unknown' };
    case 'no_payment_type':
      logger.error(about, 'Fineract has no payment type with the number in our settings');
      return verdict;
    case 'duplicate':
      return { kind: 'look' };
    case 'refused':
      return verdict;
    case 'misconfigured':
      logger.error(
        { ...about, error_code: verdict.code },
        'Fineract denied access: check credentials, tenant and permissions',
      );
      return { kind: 'unreachable' };
    case 'busy':
      return { kind: 'unreachable', isWell: true };
    case 'replayed_failure':
    case 'unknown':
      logger.warn({ ...about, path }, 'Fineract’s answer does not show whether a command was executed');
      return { kind: 'unknown' };
  }
}
