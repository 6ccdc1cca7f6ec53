import pg from 'pg';
import type { Logger } from '../logging/logger.js';
import { DRIVER_TIMEOUTS } from './pool.js';

export interface Listening {
  /** Resolves when the connection is closed. */
  close(): Promise<void>;
}

export interface ListenerParts {
  readonly connectionString: string;
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  /** Called whenever messages may have been missed: after every new connection. */
  readonly onGap: () => void;
  readonly logger: Logger;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Listens to a Postgres channel on a dedicated connection, and reconnects when it is lost. Messages may be missed in
 * between: no code may depend on them for correctness.
 */
export function listen(parts: ListenerParts): Listening {
  let closed = false;
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = FIRST_PAUSE_MS;

  const again = () => {
    if (closed) return;
    timer = setTimeout(() => void connect(), pauseMs);
    timer.unref();
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  };

  const connect = async () => {
    const client = newClient(parts.connectionString);
    current = client;
    let lost = false;
    const lose = (error?: Error) => {
      if (lost) return;
      lost = true;
      parts.logger.debug({ err: error, channel: parts.channel }, 'a listening connection was lost');
      void client.end().catch(() => undefined);
      again();
    };
    client.on('error', lose);
    client.on('end', () => lose());
    client.on('notification', ({ payload }) => parts.onMessage(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(parts.channel)}`);
      pauseMs = FIRST_PAUSE_MS;
      parts.onGap();
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
    }
  };

  void connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await current?.end().catch(() => undefined);
    },
  };
}

function newClient(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    application_name: 'tributary-listener',
    ...DRIVER_TIMEOUTS,
  });
}
