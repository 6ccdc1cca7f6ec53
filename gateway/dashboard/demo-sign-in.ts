import type { Request } from 'express';
import { z } from 'zod';
import type { SessionRequest } from '../../core/auth/operator-sessions/sessions.js';
import { Problem } from '../../core/errors/problem.js';
import { readBody } from '../../core/http/front/body.js';
import { parseJson } from '../../core/http/front/json.js';
import { isId } from '../../core/ids/ids.js';
import { ROLE_NAMES } from '../../core/principal/roles.js';

/** Host names by which only the machine itself reaches this server. */
const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const OWN_ADDRESSES = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** Headers by which a proxy shows that it forwards another client's request. */
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

const MOST_BYTES = 1_024;

const bodySchema = z.strictObject({
  role: z.enum(ROLE_NAMES).default('admin'),
  organization_id: z.string().refine(isId).optional(),
});

export interface DemoSignIn {
  /**
   * @throws {Problem} `sign_in_refused` unless the request comes from a page of this host in a browser on this machine
   */
  enter(request: Request): Promise<SessionRequest>;
}

/**
 * Sign-in to demo data with one click, without a password. A foreign page whose name resolves to this machine is
 * detected by its Host header; a page that posts here, by its Origin.
 */
export function demoSignIn(issuer: string): DemoSignIn {
  return {
    async enter(request) {
      if (!isFromHere(request)) throw new Problem('sign_in_refused');
      const body = await readBody(request, MOST_BYTES, ['application/json']);
      const parsed = bodySchema.safeParse(body === undefined ? {} : parseJson(body.text, 10));
      if (!parsed.success) throw new Problem('malformed_request');
      const { role, organization_id: organizationId } = parsed.data;
      return {
        ...{ subject: `demo-${role}`, displayName: `Demo ${role}`, issuer },
        claimed: { role, organizationIds: organizationId === undefined ? [] : [organizationId] },
      };
    },
  };
}

function isFromHere(request: Request): boolean {
  const host = request.headers.host ?? '';
  const name = host.replace(/:\d+$/, '');
  const { origin } = request.headers;
  return (
    OWN_ADDRESSES.includes(request.socket.remoteAddress ?? '') &&
    OWN_NAMES.includes(name) &&
    origin === `http://${host}` &&
    PROXIED.every((header) => request.headers[header] === undefined)
  );
}
