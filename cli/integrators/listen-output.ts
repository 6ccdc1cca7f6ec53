import type { Event } from '../../sdk/src/index.js';
import type { Forwarded } from './forward-event-to-local-server.js';
import { plain, plainJson } from './terminal-safe-text.js';

/** What `listen` prints first. */
export interface ListenStart {
  readonly baseUrl: string;
  readonly types: readonly string[];
  /** Null: events are only shown. */
  readonly forwardTo: string | null;
  /** A secret made for this run; null if there is none, or if the caller gave one, which must not appear in a log. */
  readonly secret: string | null;
}

/** Output of `listen`: as text for people, or as one JSON document per line. */
export interface ListenOutput {
  begun(beginning: ListenStart): string;
  event(event: Event, forwarded: Forwarded | null): string;
}

export const AS_JSON: ListenOutput = {
  begun: ({ baseUrl, types, forwardTo, secret }) =>
    plainJson({ listening: { base_url: baseUrl, types, forward_to: forwardTo, secret } }),
  event: (event, forwarded) => {
    if (forwarded === null) return plainJson({ event, forwarded });
    const { httpStatus: http_status, error, durationMs: duration_ms, tries } = forwarded;
    return plainJson({ event, forwarded: { http_status, error, duration_ms, tries } });
  },
};

export const AS_TEXT: ListenOutput = {
  begun: ({ baseUrl, types, forwardTo, secret }) => {
    const what = `${types.join(', ')} of ${baseUrl}`;
    if (forwardTo === null) return `Listening to ${what}. Ctrl-C stops.`;
    const key = secret ?? 'the secret that was given';
    return `Forwarding ${what} to ${forwardTo}. Ctrl-C stops.\nThey are signed with ${key}\n`;
  },
  event: ({ created_at, type, object_id, id }, forwarded) =>
    plain([created_at, type, object_id, id, ...(forwarded === null ? [] : [outcome(forwarded)])].join('  ')),
};

function outcome({ httpStatus, error, durationMs, tries }: Forwarded): string {
  const answer = httpStatus === null ? `not delivered: ${error}` : `${httpStatus} in ${durationMs} ms`;
  return `→ ${answer}${tries > 1 ? `, ${tries} tries` : ''}`;
}
