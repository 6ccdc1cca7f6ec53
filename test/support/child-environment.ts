/** A clock that is moved for the whole run (`npm run test:dates`), by libfaketime. */
const CLOCK = ['LD_PRELOAD', 'FAKETIME', 'DONT_FAKE_MONOTONIC'];

/** What a test's child process gets of this process's environment: PATH, the time zone, where temporary files go, and what moves the clock. Nothing else leaks into it. */
export function childEnvironment(): Record<string, string> {
  return taken(['PATH', 'TZ', 'TMPDIR', ...CLOCK]);
}

/** For servers that have a PATH and a time zone of their own: only what moves the clock. */
export function clockEnvironment(): Record<string, string> {
  return taken(CLOCK);
}

/** For programs that do not run under a moved clock, as a browser: all of this process's environment but what moves the clock. */
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
