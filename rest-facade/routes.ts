import { listAccounts } from './mirrored/accounts/list-accounts.js';
import { authorizationServer } from './public/authorization-server.js';
import { healthz } from './public/healthz.js';
import { jwks } from './public/jwks.js';
import { readyz } from './public/readyz.js';
import type { Route } from './route.js';
import { exchangeToken } from './v1/oauth/exchange-token.js';
import { getOrganization } from './v1/organizations/get-organization.js';
import { listOrganizations } from './v1/organizations/list-organizations.js';
import { getPayment } from './v1/payments/get-payment.js';
import { listPayments } from './v1/payments/list-payments.js';
import { recordPayment } from './v1/payments/record-payment.js';
import { reversePayment } from './v1/payments/reverse-payment.js';

/** On every host. */
export const HEALTH_ROUTES: readonly Route[] = [healthz, readyz];

/** Every route of the base host. A new operation is one folder entry and one line here. */
export const BASE_ROUTES: readonly Route[] = [
  ...HEALTH_ROUTES,
  jwks,
  authorizationServer,
  exchangeToken,
  listOrganizations,
  getOrganization,
  recordPayment,
  listPayments,
  getPayment,
  reversePayment,
  ...listAccounts,
];
