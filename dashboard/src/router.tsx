import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
  stripSearchParams,
} from '@tanstack/react-router';
import { ALL_LENDERS } from './lender/chosen-lender';
import { NotFound } from './shell/not-found';
import { Shell } from './shell/shell';
import { Failed } from './ui/empty-failed-and-loading-states';

/** The non-empty text parameters of the address: a filter that is not set is not in the address. */
function filters<Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [each in Name]?: string } => {
    const given = names.flatMap((name) => {
      const value = search[name];
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && text !== '' ? [[name, text]] : [];
    });
    return Object.fromEntries(given);
  };
}

const root = createRootRoute({
  validateSearch: filters('lender'),
  // The chosen lender stays from page to page.
  search: {
    middlewares: [retainSearchParams(['lender']), stripSearchParams<{ lender?: string }>({ lender: ALL_LENDERS })],
  },
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home'), 'Home'),
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./pages/home/home'), 'Home'),
});
const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
  validateSearch: filters('text', 'status', 'sort'),
  component: lazyRouteComponent(() => import('./pages/accounts/accounts'), 'Accounts'),
});
const account = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id',
  validateSearch: filters('tab'),
  component: lazyRouteComponent(() => import('./pages/account/account'), 'AccountView'),
});
const payments = createRoute({
  getParentRoute: () => root,
  path: '/payments',
  validateSearch: filters('status', 'from', 'to', 'text', 'method'),
  component: lazyRouteComponent(() => import('./pages/payments/payments'), 'Payments'),
});
const payment = createRoute({
  getParentRoute: () => root,
  path: '/payments/$id',
  component: lazyRouteComponent(() => import('./pages/payments/payment'), 'PaymentView'),
});
const receipts = createRoute({
  getParentRoute: () => root,
  path: '/receipts',
  validateSearch: filters('by', 'from', 'to', 'method', 'system'),
  component: lazyRouteComponent(() => import('./pages/receipts/receipts'), 'Receipts'),
});
const autopay = createRoute({
  getParentRoute: () => root,
  path: '/autopay',
  validateSearch: filters('status', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/autopay/autopay'), 'Autopay'),
});
const exceptions = createRoute({
  getParentRoute: () => root,
  path: '/exceptions',
  validateSearch: filters('show'),
  component: lazyRouteComponent(() => import('./pages/exceptions/exceptions'), 'Exceptions'),
});
const disputes = createRoute({
  getParentRoute: () => root,
  path: '/disputes',
  validateSearch: filters('status', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/disputes/disputes'), 'Disputes'),
});
const tieOut = createRoute({
  getParentRoute: () => root,
  path: '/tie-out',
  validateSearch: filters('from', 'to'),
  component: lazyRouteComponent(() => import('./pages/tie-out/days'), 'TieOutDays'),
});
const tieOutDay = createRoute({
  getParentRoute: () => root,
  path: '/tie-out/$day',
  component: lazyRouteComponent(() => import('./pages/tie-out/day'), 'TieOutDayView'),
});
const differences = createRoute({
  getParentRoute: () => root,
  path: '/tie-out/differences',
  validateSearch: filters('status', 'kind', 'side', 'day'),
  component: lazyRouteComponent(() => import('./pages/tie-out/differences'), 'Differences'),
});
const portfolio = createRoute({
  getParentRoute: () => root,
  path: '/portfolio',
  component: lazyRouteComponent(() => import('./pages/portfolio/portfolio'), 'Portfolio'),
});
const rolled = createRoute({
  getParentRoute: () => root,
  path: '/portfolio/rolls',
  validateSearch: filters('month', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/portfolio/rolled'), 'Rolled'),
});
const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  component: lazyRouteComponent(() => import('./pages/reports/reports'), 'Reports'),
});
const report = createRoute({
  getParentRoute: () => root,
  path: '/reports/$code',
  validateSearch: filters('from', 'to', 'bucket'),
  component: lazyRouteComponent(() => import('./pages/reports/report'), 'ReportView'),
});
const messaging = createRoute({
  getParentRoute: () => root,
  path: '/messaging',
  component: lazyRouteComponent(() => import('./pages/messaging/messaging'), 'Messaging'),
});
const template = createRoute({
  getParentRoute: () => root,
  path: '/messaging/templates/$id',
  component: lazyRouteComponent(() => import('./pages/messaging/template'), 'TemplateView'),
});
const suppressed = createRoute({
  getParentRoute: () => root,
  path: '/suppressed',
  validateSearch: filters('workspace', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/messaging/suppressed'), 'Suppressed'),
});
const loanSystems = createRoute({
  getParentRoute: () => root,
  path: '/loan-systems',
  component: lazyRouteComponent(() => import('./pages/loan-systems/loan-systems'), 'LoanSystems'),
});
const keys = createRoute({
  getParentRoute: () => root,
  path: '/developers/keys',
  component: lazyRouteComponent(() => import('./pages/developers/keys'), 'Keys'),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/developers/webhooks',
  component: lazyRouteComponent(() => import('./pages/developers/webhooks'), 'Webhooks'),
});
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/developers/webhooks/$id',
  component: lazyRouteComponent(() => import('./pages/developers/webhook'), 'WebhookView'),
});
const events = createRoute({
  getParentRoute: () => root,
  path: '/developers/events',
  validateSearch: filters('type', 'object'),
  component: lazyRouteComponent(() => import('./pages/developers/events'), 'Events'),
});
const testClocks = createRoute({
  getParentRoute: () => root,
  path: '/developers/test-clock',
  component: lazyRouteComponent(() => import('./pages/developers/test-clocks'), 'TestClocks'),
});
const operators = createRoute({
  getParentRoute: () => root,
  path: '/admin/operators',
  component: lazyRouteComponent(() => import('./pages/admin/operators'), 'Operators'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/admin/audit',
  validateSearch: filters('subject', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/admin/audit'), 'Audit'),
});
const jobs = createRoute({
  getParentRoute: () => root,
  path: '/admin/jobs',
  component: lazyRouteComponent(() => import('./pages/admin/jobs'), 'Jobs'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    signIn,
    accounts,
    account,
    payments,
    payment,
    receipts,
    autopay,
    disputes,
    exceptions,
    tieOut,
    tieOutDay,
    differences,
    portfolio,
    rolled,
    reports,
    report,
    messaging,
    template,
    suppressed,
    loanSystems,
    keys,
    webhooks,
    webhook,
    events,
    testClocks,
    operators,
    audit,
    jobs,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
