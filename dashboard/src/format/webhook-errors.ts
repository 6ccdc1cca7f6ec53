import type { DeliveryFailure } from '../generated/contract-lists';
import { textOf } from './display-names';

/** Why a delivery failed, as text. */
const ERRORS: Readonly<Record<DeliveryFailure, string>> = {
  address_not_allowed: 'address not allowed',
  answer_not_readable: 'answer not readable',
  connection_lost: 'connection lost',
  connection_refused: 'connection refused',
  dns: 'its host name resolves to no allowed address',
  failed: 'failed',
  timeout: 'no answer in time',
  tls: 'no trusted certificate',
  unreachable: 'not reached',
};

export function webhookError(error: string): string {
  return textOf(ERRORS, error) ?? error.replaceAll('_', ' ');
}
