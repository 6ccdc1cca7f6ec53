import { SCOPES, type Scope } from '../../core/principal/scopes.js';
import type { Route } from '../route.js';
import type { JsonObject } from './json-schema.js';

/** @param baseUrl - where tokens are issued. */
export function securitySchemes(baseUrl: string): JsonObject {
  return {
    api_key: {
      type: 'http',
      scheme: 'bearer',
      description:
        'For the unversioned API: the plaintext of an API key. It reads all of its organizations; writes, and the whole email and campaign API, need a scope.',
    },
    access_token: {
      type: 'oauth2',
      description:
        'For `/v1` and the secure host: an access token, valid for an hour, in exchange for an API key’s prefix and plaintext.',
      flows: {
        clientCredentials: {
          tokenUrl: `${baseUrl}/v1/oauth/token`,
          scopes: Object.fromEntries(SCOPES.map((scope) => [scope, meaningOf(scope)])),
        },
      },
    },
    client_basic: {
      type: 'http',
      scheme: 'basic',
      description:
        'For the token exchange, if they are not in the body: an API key’s prefix and plaintext (RFC 6749 section 2.3.1).',
    },
    sendgrid_signature: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Twilio-Email-Event-Webhook-Signature',
      description: 'SendGrid’s ECDSA signature over `X-Twilio-Email-Event-Webhook-Timestamp` and the body.',
    },
    standard_webhooks_signature: {
      type: 'apiKey',
      in: 'header',
      name: 'webhook-signature',
      description: 'Any other sender: Standard Webhooks, an HMAC over `webhook-id`, `webhook-timestamp` and the body.',
    },
    card_processor_signature: {
      type: 'apiKey',
      in: 'header',
      name: 'Stripe-Signature',
      description: 'Stripe’s signature of an event: an HMAC over its timestamp and the body.',
    },
    postmark_basic: {
      type: 'http',
      scheme: 'basic',
      description: 'The user name and password that Postmark sends.',
    },
  };
}

/**
 * The credentials of a route, any of which is enough. Mailgun signs inside the body, so its calls have none of them.
 */
export function securityOf(route: Route): readonly JsonObject[] {
  if (route.kind !== 'local') {
    const scopes = route.kind === 'operation' ? [route.scope] : [];
    if (route.area === 'v1') return [{ access_token: scopes }];
    return route.area === 'unversioned' ? [{ api_key: [] }] : [{ access_token: scopes }, { api_key: [] }];
  }
  const security = route.contract?.security;
  if (typeof security === 'object') return [{ access_token: security.scope === null ? [] : [security.scope] }];
  switch (security) {
    case 'client_credentials':
      return [{ client_basic: [] }, {}];
    case 'card_processor':
      return [{ card_processor_signature: [] }];
    case 'webhook': {
      const bearer = [{ access_token: ['campaign_events:write'] }, { api_key: [] }];
      return [{ sendgrid_signature: [] }, { standard_webhooks_signature: [] }, { postmark_basic: [] }, ...bearer, {}];
    }
    default:
      return [];
  }
}

/** Facts that a scope's name does not express. */
const BESIDES: Partial<Record<Scope, string>> = {
  'accounts:read':
    '. Borrowers are identified by `party_id`; their `display_name` also needs `persons:read`, and is null without it',
};

/** `payment_methods:read` → `Read payment methods`. */
function meaningOf(scope: Scope): string {
  const [thing = '', act] = scope.split(':');
  const besides = BESIDES[scope] ?? '';
  return `${act === 'read' ? 'Read' : 'Change'} ${thing.replaceAll('_', ' ')}${besides}`;
}
