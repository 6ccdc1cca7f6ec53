/**
 * The addresses at which the dashboard's page is answered; the page itself knows which of its views belongs there. A test holds
 * them to the page's own routes.
 */
export const DASHBOARD_PAGES = [
  '/',
  '/sign-in',
  '/accounts',
  '/accounts/{id}',
  '/payments',
  '/payments/{id}',
  '/receipts',
  '/autopay',
  '/portfolio',
  '/reports',
  '/reports/{code}',
  '/exceptions',
  '/messaging',
  '/messaging/templates/{id}',
  '/suppressed',
  '/loan-systems',
  '/developers/keys',
  '/developers/webhooks',
  '/developers/webhooks/{id}',
  '/developers/events',
  '/admin/operators',
  '/admin/audit',
  '/admin/jobs',
] as const satisfies readonly `/${string}`[];
