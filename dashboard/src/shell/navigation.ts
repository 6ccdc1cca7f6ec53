import { RANKS, type Role } from '../session/session';

/** An entry of the navigation: the sidebar and the palette show the same entries. */
export interface NavigationItem {
  readonly to: string;
  readonly name: string;
  /** The letter that opens it after `g`. */
  readonly key: string;
  readonly least?: Role;
}

export interface NavigationGroup {
  readonly name: string;
  readonly places: readonly NavigationItem[];
}

const PLACES: readonly NavigationGroup[] = [
  {
    name: 'Work',
    places: [
      { to: '/', name: 'Today', key: 't' },
      { to: '/accounts', name: 'Loans', key: 'l' },
      { to: '/payments', name: 'Payments', key: 'p' },
      { to: '/receipts', name: 'Receipts', key: 'c' },
      { to: '/autopay', name: 'Autopay', key: 'a' },
      { to: '/disputes', name: 'Disputes', key: 'b' },
      { to: '/exceptions', name: 'Exceptions', key: 'e' },
      { to: '/tie-out', name: 'Tie-out', key: 'i' },
    ],
  },
  {
    name: 'Figures',
    places: [
      { to: '/portfolio', name: 'Portfolio', key: 'o' },
      { to: '/reports', name: 'Reports', key: 'r' },
    ],
  },
  {
    name: 'Messaging',
    places: [
      { to: '/messaging', name: 'Campaigns', key: 'm' },
      { to: '/suppressed', name: 'Suppression list', key: 'x' },
    ],
  },
  {
    name: 'Connections',
    places: [
      { to: '/loan-systems', name: 'Loan systems', key: 's' },
      { to: '/developers/keys', name: 'API keys', key: 'k', least: 'admin' },
      { to: '/developers/webhooks', name: 'Webhooks', key: 'w' },
      { to: '/developers/events', name: 'Events', key: 'v' },
      { to: '/developers/test-clock', name: 'Test clock', key: 'z' },
    ],
  },
  {
    name: 'Administration',
    places: [
      { to: '/admin/operators', name: 'Operators', key: 'u', least: 'admin' },
      { to: '/admin/audit', name: 'Audit log', key: 'd', least: 'admin' },
      { to: '/admin/jobs', name: 'Failed jobs', key: 'j', least: 'admin' },
    ],
  },
];

/** The entries that this role may see; empty groups are left out. */
export function navigationFor(role: Role): readonly NavigationGroup[] {
  const may = (least: Role = 'viewer') => RANKS.indexOf(role) >= RANKS.indexOf(least);
  return PLACES.map(({ name, places }) => ({ name, places: places.filter(({ least }) => may(least)) })).filter(
    ({ places }) => places.length > 0,
  );
}
