import type { DeliveryFailure } from '../../core/contract/delivery-failures.js';

/** A code for why a try got no answer. Never the error's message: it may quote what the receiver sent. */
export function failureCodeOf(error: unknown): DeliveryFailure {
  if (error instanceof AggregateError) return failureCodeOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  if (known !== undefined) return known;
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || /CERT|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls';
  // The codes of Node's HTTP parser.
  if (code.startsWith('HPE_')) return 'answer_not_readable';
  return 'failed';
}

const WORDS: Readonly<Record<string, DeliveryFailure>> = {
  ADDRESS_NOT_ALLOWED: 'address_not_allowed',
  TIMED_OUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UNASKED_UPGRADE: 'answer_not_readable',
  NAME_NOT_RESOLVED: 'dns',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  EPROTO: 'tls',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
};
