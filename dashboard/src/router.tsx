import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  retainSearchParams,
  stripSearchParams,
} from '@tanstack/react-router';
import type { Role } from './generated/contract-lists';
import { ALL_LENDERS } from './lender/chosen-lender';
import type { Place } from './shell/navigation';
import { NotFound } from './shell/not-found';
import { Shell } from './shell/shell';
import { Failed } from './ui/empty-failed-and-loading-states';

/** The non-empty text parameters of the address: a filter that is not set is not in the address. */
function filters<Name extends string>(names: readonly Name[]) {
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
  validateSearch: filters<'lender' | 'of'>(['lender', 'of']),
  // The chosen lender stays from page to page.
  search: {
    middlewares: [
      retainSearchParams(['lender']),
      stripSearchParams<{ lender?: string; of?: string }>({ lender: ALL_LENDERS }),
    ],
  },
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />,
});

/**
 * A page: its address, its view, the filters in its address, and its place in the navigation. `npm run generate` reads
 * the addresses from here, so that the gateway serves them.
 */
function page<Path extends string, View, Export extends keyof View & string, Name extends string = never>(
  path: Path,
  load: () => Promise<View>,
  view: Export,
  names: readonly Name[] = [],
  place?: Place,
  isByLender = true,
) {
  const component = lazyRouteComponent(load as () => Promise<Record<Export, RouteComponent>>, view);
  const staticData = { isByLender, ...(place && { place }) };
  return createRoute({
    ...{ getParentRoute: () => root, path, component, validateSearch: filters(names), staticData },
    // What was opened or typed on one loan’s page does not belong to the next one’s.
    remountDeps: ({ params }) => params,
  });
}

const placeIn = (group: Place['group']) => (name: string, key: string, least?: Role) => ({
  ...{ group, name, key },
  ...(least && { least }),
});
const work = placeIn('Work');
const figures = placeIn('Figures');
const messaging = placeIn('Messaging');
const connections = placeIn('Connections');
const administration = placeIn('Administration');

export const router = createRouter({
  routeTree: root.addChildren([
    page('/', () => import('./pages/home/home'), 'Home', [], work('Today', 't')),
    page('/sign-in', () => import('./pages/home/home'), 'Home'),
    page('/signed-in', () => import('./pages/signed-in/signed-in-again'), 'SignedInAgain', [], undefined, false),
    page(
      '/accounts',
      () => import('./pages/accounts/accounts'),
      'Accounts',
      ['text', 'status', 'days', 'flag', 'sort', 'dir'],
      work('Loans', 'l'),
    ),
    page('/accounts/$id', () => import('./pages/account/account'), 'AccountView', ['tab', 'act'], undefined, false),
    page('/borrowers/$id', () => import('./pages/borrower/borrower'), 'BorrowerView', [], undefined, false),
    page(
      '/payments',
      () => import('./pages/payments/payments'),
      'Payments',
      ['status', 'from', 'to', 'text', 'method', 'kind', 'sort', 'dir'],
      work('Payments', 'p'),
    ),
    page('/payments/$id', () => import('./pages/payments/payment'), 'PaymentView', [], undefined, false),
    page(
      '/payment-batches',
      () => import('./pages/batches/batches'),
      'Batches',
      ['status', 'from', 'to'],
      work('Payment batches', '3'),
    ),
    page('/payment-batches/$id', () => import('./pages/batches/batch'), 'BatchView', ['outcome'], undefined, false),
    page(
      '/receipts',
      () => import('./pages/receipts/receipts'),
      'Receipts',
      ['by', 'from', 'to', 'method', 'system', 'sort', 'dir'],
      work('Receipts', 'c'),
    ),
    page(
      '/autopay',
      () => import('./pages/autopay/autopay'),
      'Autopay',
      ['status', 'from', 'to', 'sort', 'dir'],
      work('Autopay', 'a'),
    ),
    page('/autopay/runs/$id', () => import('./pages/autopay/run'), 'RunView', [], undefined, false),
    page(
      '/disputes',
      () => import('./pages/disputes/disputes'),
      'Disputes',
      ['status', 'from', 'to', 'sort', 'dir'],
      work('Disputes', 'b'),
    ),
    page('/disputes/$id', () => import('./pages/disputes/dispute'), 'DisputeView', [], undefined, false),
    page(
      '/notes',
      () => import('./pages/notes/notes'),
      'Notes',
      ['text', 'kind', 'promise', 'from', 'to'],
      work('Notes', 'n'),
    ),
    page(
      '/collections',
      () => import('./pages/collections/collections'),
      'Collections',
      ['view', 'days', 'sort', 'dir'],
      work('Collections', 'h'),
    ),
    page('/products', () => import('./pages/products/products'), 'Products', [], work('Products', '6')),
    page('/products/$id', () => import('./pages/products/product'), 'ProductView', [], undefined, false),
    page('/boardings', () => import('./pages/boardings/boardings'), 'Boardings', ['from', 'to'], work('Boarding', '8')),
    page('/boardings/$id', () => import('./pages/boardings/boarding'), 'BoardingView', ['severity'], undefined, false),
    page('/approvals', () => import('./pages/approvals/approvals'), 'Approvals', ['status'], work('Approvals', 'q')),
    page('/approvals/$id', () => import('./pages/approvals/approval'), 'ApprovalView', [], undefined, false),
    page('/exceptions', () => import('./pages/exceptions/exceptions'), 'Exceptions', ['show'], work('Exceptions', 'e')),
    page('/tie-out', () => import('./pages/tie-out/days'), 'TieOutDays', ['from', 'to'], work('Tie-out', 'i')),
    page('/tie-out/$day', () => import('./pages/tie-out/day'), 'TieOutDayView'),
    page('/tie-out/differences', () => import('./pages/tie-out/differences'), 'Differences', [
      'status',
      'kind',
      'side',
      'day',
    ]),
    page('/portfolio', () => import('./pages/portfolio/portfolio'), 'Portfolio', [], figures('Portfolio', 'o')),
    page('/portfolio/rolls', () => import('./pages/portfolio/rolled'), 'Rolled', ['month', 'from', 'to']),
    page('/reports', () => import('./pages/reports/reports'), 'Reports', [], figures('Reports', 'r')),
    page('/reports/$code', () => import('./pages/reports/report'), 'ReportView', ['from', 'to', 'bucket']),
    page(
      '/general-ledger',
      () => import('./pages/journal/general-ledger'),
      'GeneralLedger',
      ['type', 'from', 'to'],
      figures('General ledger', '1'),
    ),
    page(
      '/journal',
      () => import('./pages/journal/journal'),
      'Journal',
      ['account', 'type', 'entry', 'from', 'to'],
      figures('Journal', '2'),
    ),
    page('/messaging', () => import('./pages/messaging/messaging'), 'Messaging', [], messaging('Campaigns', 'm')),
    page(
      '/messaging/campaigns/$id',
      () => import('./pages/messaging/campaign'),
      'CampaignView',
      ['event', 'by'],
      undefined,
      false,
    ),
    page('/messaging/templates/$id', () => import('./pages/messaging/template'), 'TemplateView', [], undefined, false),
    page(
      '/suppressed',
      () => import('./pages/messaging/suppressed'),
      'Suppressed',
      ['workspace', 'from', 'to'],
      messaging('Suppression list', 'x', 'agent'),
    ),
    page(
      '/loan-systems',
      () => import('./pages/loan-systems/loan-systems'),
      'LoanSystems',
      [],
      connections('Loan systems', 's'),
      false,
    ),
    page(
      '/developers/keys',
      () => import('./pages/developers/keys'),
      'Keys',
      [],
      connections('API keys', 'k', 'admin'),
    ),
    page(
      '/developers/webhooks',
      () => import('./pages/developers/webhooks'),
      'Webhooks',
      [],
      connections('Webhooks', 'w'),
    ),
    page(
      '/developers/webhooks/$id',
      () => import('./pages/developers/webhook'),
      'WebhookView',
      ['status'],
      undefined,
      false,
    ),
    page(
      '/developers/webhooks/$id/$eventId',
      () => import('./pages/developers/webhook-delivery'),
      'WebhookDeliveryView',
      [],
      undefined,
      false,
    ),
    page(
      '/developers/events',
      () => import('./pages/developers/events'),
      'Events',
      ['type', 'object'],
      connections('Events', 'v'),
    ),
    page(
      '/developers/test-clock',
      () => import('./pages/developers/test-clocks'),
      'TestClocks',
      [],
      connections('Test clock', 'z'),
    ),
    page(
      '/admin/operators',
      () => import('./pages/admin/operators'),
      'Operators',
      [],
      administration('Operators', 'u', 'admin'),
    ),
    page(
      '/admin/organizations',
      () => import('./pages/admin/organizations'),
      'Organizations',
      [],
      administration('Lenders', '4', 'admin'),
      false,
    ),
    page(
      '/admin/account-flags',
      () => import('./pages/flags/flag-rules'),
      'FlagRules',
      [],
      administration('Account flags', 'f'),
    ),
    page(
      '/admin/sessions',
      () => import('./pages/admin/sessions'),
      'Sessions',
      [],
      administration('Sessions and tokens', 'y', 'admin'),
    ),
    page(
      '/admin/audit',
      () => import('./pages/admin/audit'),
      'Audit',
      ['subject', 'loan', 'person', 'text', 'from', 'to'],
      administration('Audit log', 'd', 'admin'),
    ),
    page(
      '/admin/limits',
      () => import('./pages/admin/limits'),
      'Limits',
      [],
      administration('Amount limits', 'g', 'admin'),
    ),
    page(
      '/admin/operations',
      () => import('./pages/operations/operations'),
      'Operations',
      [],
      administration('Operations', '7', 'admin'),
    ),
    page(
      '/admin/jobs',
      () => import('./pages/admin/jobs'),
      'Jobs',
      [],
      administration('Failed jobs', 'j', 'admin'),
      false,
    ),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    place?: Place;
    /** Whether the chosen lender changes the page. */
    isByLender?: boolean;
  }
}
