/** Permissions of an API key, fixed at its creation. Write does not imply read. */
export const SCOPES = [
  'organizations:read',
  'accounts:read',
  'persons:read',
  'transactions:read',
  'external_payments:read',
  'external_payments:write',
  'payment_methods:read',
  'payment_methods:write',
  'autopay:read',
  'autopay:write',
  'reports:read',
  'email_templates:read',
  'email_templates:write',
  'workspace:read',
  'workspace:write',
  'campaign_events:read',
  'campaign_events:write',
  'ledger:read',
  'ledger:write',
  'events:read',
  'webhook_endpoints:read',
  'webhook_endpoints:write',
  'test_clock:read',
  'test_clock:write',
] as const;

export type Scope = (typeof SCOPES)[number];

export const READ_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(':read'));

export function isScope(value: string): value is Scope {
  return SCOPES.some((scope) => scope === value);
}
