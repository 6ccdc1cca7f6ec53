import { parse } from 'cookie';
import type { Request, Response } from 'express';

/**
 * The dashboard's cookies: no script reads them, no other site has them sent with a POST. Where the host is reached by https they
 * are bound to it (`__Host-`); a browser keeps no such cookie of a plain http host, which is a developer's own machine.
 */
export interface DashboardCookies {
  readonly session: Cookie;
  /** Of a sign-in that is under way at the issuer. */
  readonly signIn: Cookie;
}

export interface Cookie {
  of(request: Request): string | undefined;
  set(response: Response, value: string, lifetimeSeconds: number): void;
  clear(response: Response): void;
}

export function dashboardCookies(isSecure: boolean): DashboardCookies {
  return { session: cookie('tributary-session', isSecure), signIn: cookie('tributary-sign-in', isSecure) };
}

function cookie(plainName: string, isSecure: boolean): Cookie {
  const name = isSecure ? `__Host-${plainName}` : plainName;
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
