import { parse } from 'cookie';
import type { Request, Response } from 'express';

/**
 * The dashboard's cookies: no script can read them, and other sites cannot have them sent with a POST. With https they
 * are bound to the host (`__Host-`); browsers keep no such cookie for a plain http host, which is a developer's own
 * machine.
 */
export interface DashboardCookies {
  readonly session: Cookie;
  /** The session that has just ended, kept until the provider's has ended too. It grants no access. */
  readonly endedSession: Cookie;
  /** Cookies of sign-ins in progress at the issuer. */
  readonly signIns: SignInCookies;
}

/** One for each sign-in: two tabs may sign in at the same time, and the return of one must not end the other. */
export interface SignInCookies {
  of(request: Request, state: string): string | undefined;
  set(request: Request, response: Response, state: string, value: string, lifetimeSeconds: number): void;
  clear(response: Response, state: string): void;
}

export interface Cookie {
  of(request: Request): string | undefined;
  set(response: Response, value: string, lifetimeSeconds: number): void;
  clear(response: Response): void;
}

export function dashboardCookies(isSecure: boolean): DashboardCookies {
  return {
    session: cookie('tributary-session', isSecure),
    endedSession: cookie('tributary-ended-session', isSecure),
    signIns: signInCookies(isSecure),
  };
}

/** Most sign-ins that a browser can have in progress; starting more drops the oldest. */
const MOST_SIGN_INS = 5;
const SIGN_IN = 'tributary-sign-in-';

/** Named by the beginning of their state, which is random. */
function signInCookies(isSecure: boolean): SignInCookies {
  const prefix = named(SIGN_IN, isSecure);
  const ofState = (state: string) => cookie(`${SIGN_IN}${state.slice(0, 12)}`, isSecure);
  return {
    of: (request, state) => ofState(state).of(request),
    set(request, response, state, value, lifetimeSeconds) {
      const begun = Object.keys(parse(request.headers.cookie ?? '')).filter((name) => name.startsWith(prefix));
      if (begun.length >= MOST_SIGN_INS) for (const name of begun) ofState(name.slice(prefix.length)).clear(response);
      ofState(state).set(response, value, lifetimeSeconds);
    },
    clear: (response, state) => ofState(state).clear(response),
  };
}

function named(plainName: string, isSecure: boolean): string {
  return isSecure ? `__Host-${plainName}` : plainName;
}

function cookie(plainName: string, isSecure: boolean): Cookie {
  const name = named(plainName, isSecure);
  const options = { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/', encode: String } as const;
  return {
    of: ({ headers: { cookie: sent } }) => (sent === undefined ? undefined : parse(sent)[name]),
    set: (response, value, lifetimeSeconds) => {
      response.cookie(name, value, { ...options, maxAge: lifetimeSeconds * 1_000 });
    },
    clear: (response) => {
      response.clearCookie(name, options);
    },
  };
}
