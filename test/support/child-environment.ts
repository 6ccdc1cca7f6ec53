/** A clock moved by libfaketime for the whole run (`npm run test:dates`). */
const CLOCK = ['LD_PRELOAD', 'FAKETIME', 'DONT_FAKE_MONOTONIC'];

/**
 * The part of this process's environment that a test's child process gets: PATH, the time zone, the folder for
 * temporary files, and the clock settings. Nothing else leaks into it.
 */
export function childEnvironment(): Record<string, string> {
  return taken(['PATH', 'TZ', 'TMPDIR', ...CLOCK]);
}

/** For servers with their own PATH and time zone: only the clock settings. */
export function clockEnvironment(): Record<string, string> {
  return taken(CLOCK);
}

/**
 * For programs that do not run under a moved clock, such as a browser: this process's environment without the clock
 * settings.
 */
export function environmentWithoutClock(): Record<string, string> {
  return taken(Object.keys(process.env).filter((name) => !CLOCK.includes(name)));
}

/** Whether this process's clock is moved. */
export function isClockMoved(): boolean {
  return process.env['FAKETIME'] !== undefined;
}

function taken(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
