import { type Logger, pino } from 'pino';
import { traceOfLine } from '../telemetry/tracing.js';
import { maskedLine } from './mask-card-numbers-in-log.js';

export type { Logger };

/** Fields that are never logged, at any place in a logged object. */
const REDACTED = [
  'authorization',
  'client_secret',
  'access_token',
  'card',
  'number',
  'cvc',
  'password',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_ADMIN_URL',
  'key',
];

/** Structured logs, one JSON object per line, on standard error; standard output is for a command's result. */
export function createLogger(level: string, part: string): Logger {
  return pino(
    {
      level,
      base: { part },
      mixin: traceOfLine,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { err: pino.stdSerializers.err },
    },
    maskedInto(pino.destination({ fd: 2, sync: false, minLength: 0 })),
  );
}

function maskedInto(destination: ReturnType<typeof pino.destination>) {
  return {
    write: (line: string) => void destination.write(maskedLine(line)),
    flushSync: () => destination.flushSync(),
  };
}
