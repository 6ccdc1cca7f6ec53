import type { Logger } from './logger.js';

/**
 * A logger for code that handles secrets. It logs an error's class, code and stack position, never its message, which
 * may quote a secret.
 */
export function withoutErrorText(logger: Logger): Logger {
  return logger.child({}, { serializers: { err: placeOf } });
}

function placeOf(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return {
    type: error.name,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: places.join('\n'),
    ...(error.cause !== undefined && { cause: placeOf(error.cause) }),
  };
}
