import { newId } from '../../../core/ids/ids.js';
import type { IsoInstant } from '../../../core/time/dates.js';
import type { Sending } from '../../../loan-model/port.js';
import type { HttpOutcome } from '../http/http-client.js';
import type { Desk } from './desk.js';
import { isStored, type Verdict, verdictOf } from './failures.js';
import type { FineractApi } from './fineract-api.js';
import { commandResult } from './wire.js';

/**
 * What became of a command: `carried_out` (`at`: by this very sending, by our clock) may be read back, `look` must be, and
 * the rest are the port's own outcomes.
 */
export type CommandOutcome =
  | { readonly kind: 'carried_out'; readonly at: IsoInstant | undefined }
  | { readonly kind: 'look' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly isWell?: true }
  | { readonly kind: 'unknown' };

export interface Command {
  readonly path: readonly (string | number)[];
  readonly command: string;
  /** The payment's or the reversal's id. */
  readonly reference: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly sending: Sending | undefined;
}

/**
 * Sends a command once, under its reference as the key: a second sending while the first is still at work is told so (425)
 * and not carried out beside it.
 *
 * Fineract keeps failures too, and tells them for ever to whoever asks with the same key. A failure that may have passed is
 * therefore asked again under a fresh key, at once: that it is stored proves that the earlier try was rolled back, and the
 * external id, unique in Fineract's database, keeps whatever comes of it from being posted twice.
 */
export async function sendCommand(sender: Sender, command: Command): Promise<CommandOutcome> {
  const first = await once(sender.api, command, command.reference);
  const judged = first.verdict.kind === 'replayed_failure' ? await once(sender.api, command, newId()) : first;
  return judge(judged, command, sender);
}

type Sender = Pick<Desk, 'api' | 'logger' | 'code' | 'now'>;

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
      if (commandResult.safeParse(outcome.body).success)
        return { kind: 'carried_out', at: isStored(outcome) ? undefined : now() };
      logger.error(about, 'Fineract took a command without saying what came of it: is maker-checker on for it?');
      return { kind: 'unknown' };
    case 'duplicate':
      return { kind: 'look' };
    case 'refused':
      return verdict;
    case 'misconfigured':
      logger.error(
        { ...about, error_code: verdict.code },
        'Fineract does not let us: check credentials, tenant and permissions',
      );
      return { kind: 'unreachable' };
    case 'busy':
      return { kind: 'unreachable', isWell: true };
    case 'replayed_failure':
    case 'unknown':
      logger.warn({ ...about, path }, 'Fineract’s answer does not say whether a command was carried out');
      return { kind: 'unknown' };
  }
}
