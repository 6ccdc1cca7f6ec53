import type { Request, Response } from 'express';
import * as oidc from 'openid-client';
import type { OperatorSessions } from '../../core/auth/operator-sessions/sessions.js';
import type { Logger } from '../../core/logging/logger.js';
import type { Cookie } from './cookies.js';
import type { IssuerClient } from './issuer-client.js';

export interface OidcSignOutSource {
  /** OIDC_ISSUER. */
  readonly issuer: string;
  readonly client: () => Promise<IssuerClient>;
  /** This host's public address for operators, without a trailing slash. */
  readonly dashboardUrl: string;
  readonly sessions: Pick<OperatorSessions, 'takeEnded'>;
  /** Identifies the session that has just ended in this browser. */
  readonly cookie: Cookie;
  readonly logger: Logger;
}

export interface OidcSignOut {
  /** Sessions from this issuer also have a session at the provider. */
  readonly issuer: string;
  /** Remembers briefly which session ended in this browser. Returns the path that ends the provider's session. */
  begin(response: Response, endedSession: string): string;
  /** Returns the address that the browser continues at: the provider's, or a page of ours. */
  finish(request: Request, response: Response): Promise<string>;
}

export const SIGN_OUT_PATH = '/session/oidc/end';
const SIGNED_OUT_PAGE = '/sign-in';
/** Short, because the browser goes from one to the other at once. */
const BETWEEN_SECONDS = 120;

/**
 * Ends the provider's session after ours (OpenID Connect RP-Initiated Logout 1.0). Our session has ended before this
 * starts, so signing out here never depends on the provider. The browser is redirected: no response that a script can
 * read contains the ID token.
 *
 * No `state` is sent: the page to which the provider returns does nothing, so a forged return does nothing either.
 */
export function oidcSignOut({
  issuer,
  client,
  dashboardUrl,
  sessions,
  cookie,
  logger,
}: OidcSignOutSource): OidcSignOut {
  return {
    issuer,
    begin(response, endedSession) {
      cookie.set(response, endedSession, BETWEEN_SECONDS);
      return SIGN_OUT_PATH;
    },

    async finish(request, response) {
      const value = cookie.of(request);
      cookie.clear(response);
      if (value === undefined) return SIGNED_OUT_PAGE;
      try {
        const ended = await sessions.takeEnded(value);
        // Another site may send a browser here: without a session that has just ended, the provider's session
        // continues.
        if (ended?.issuer !== issuer) return SIGNED_OUT_PAGE;
        const { main } = await client();
        if (!canEndSessions(main)) return SIGNED_OUT_PAGE;
        return oidc.buildEndSessionUrl(main, {
          ...(ended.idToken !== undefined && { id_token_hint: ended.idToken }),
          post_logout_redirect_uri: `${dashboardUrl}${SIGNED_OUT_PAGE}`,
        }).href;
      } catch (error) {
        logger.warn({ err: error }, 'the session at the OpenID Connect issuer could not be ended');
        return `${SIGNED_OUT_PAGE}?problem=signed_out_here_only`;
      }
    },
  };
}

/**
 * Longer tokens would make an address that some servers refuse; the provider then asks the person whether to sign out.
 */
const MOST_HINT_CHARACTERS = 6_000;

/** The ID token to store until its session ends; undefined if the provider has no use for it. */
export function signOutHint({ main }: IssuerClient, idToken: string): string | undefined {
  return canEndSessions(main) && idToken.length <= MOST_HINT_CHARACTERS ? idToken : undefined;
}

function canEndSessions(client: oidc.Configuration): boolean {
  return client.serverMetadata().end_session_endpoint !== undefined;
}
