import type { Role } from '../session/session';

/** Where the dashboard leads: the sidebar and the palette show the same. */
export interface Place {
  readonly to: string;
  readonly name: string;
  /** Two letters that lead here: `g` and this one. */
  readonly key: string;
  readonly least?: Role;
}

export interface PlaceGroup {
  readonly name: string;
  readonly places: readonly Place[];
}

export const PLACES: readonly PlaceGroup[] = [
  {
    name: 'Work',
    places: [
      { to: '/', name: 'Today', key: 't' },
      { to: '/accounts', name: 'Loans', key: 'l' },
      { to: '/payments', name: 'Payments', key: 'p' },
      { to: '/autopay', name: 'Autopay', key: 'a' },
      { to: '/exceptions', name: 'Exceptions', key: 'e' },
    ],
  },
  {
    name: 'Figures',
    places: [
      { to: '/portfolio', name: 'Portfolio', key: 'o' },
      { to: '/reports', name: 'Reports', key: 'r' },
    ],
  },
];
