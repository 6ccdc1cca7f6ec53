import { plural } from '../format/money';
import type { Act } from './search-acts';
import { isBeginningOf } from './search-acts';
import type { Hit } from './search-hits';
import type { Search } from './use-search';

export interface Group {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** What a row does: open an address, act on a loan, choose an act, or search for contact data. */
export interface Row extends Hit {
  readonly act?: Act;
  readonly chooses?: Act;
  readonly searchesContact?: true;
}

interface Choices {
  readonly text: string;
  readonly search: Search;
  /** Rows for the contact data that was asked for. */
  readonly contact: readonly Hit[];
  /** The kind of contact data that the text may be, unless it was asked for. */
  readonly contactKind: string | undefined;
  readonly acts: readonly Act[];
  readonly places: readonly { readonly to: string; readonly name: string; readonly key: string }[];
}

/** The groups for a text, without empty ones. */
export function groupsOf({ text, search, contact, contactKind, acts, places }: Choices): readonly Group[] {
  const { loans, payments, charges, disputes } = search;
  return [
    { name: 'Borrowers and loans', rows: unique([...contact, ...loans]) },
    { name: 'Payments', rows: payments },
    { name: 'Charges and cards', rows: charges },
    { name: 'Disputes', rows: disputes },
    { name: 'Contact data', rows: contactKind === undefined ? [] : [contactRow(contactKind)] },
    { name: 'Actions', rows: actRows(text, loans, acts) },
    { name: 'Pages', rows: places.filter(isNamed(text)).map(placeRow) },
  ].filter(({ rows }) => rows.length > 0);
}

/** The groups for an act that was chosen: the loans to choose from. */
export function loansToActOn(act: Act, loans: readonly Hit[]): readonly Group[] {
  const rows = loans.flatMap((loan) => (loan.accountId === undefined ? [] : [{ ...loan, act }]));
  return rows.length === 0 ? [] : [{ name: `${act.name} for`, rows }];
}

/** With one loan found, an act is for that loan; otherwise it is chosen first, and then the loan. */
function actRows(text: string, loans: readonly Hit[], acts: readonly Act[]): readonly Row[] {
  const [only, another] = loans.filter(({ accountId }) => accountId !== undefined);
  if (only !== undefined && another === undefined)
    return acts.map((act) => ({
      ...{ id: `act ${act.id}`, text: `${act.name} for ${only.text}`, detail: '', act, accountId: only.accountId },
    }));
  return acts
    .filter((act) => loans.length > 0 || isBeginningOf(text, act))
    .map((act) => ({ id: `act ${act.id}`, text: `${act.name} for …`, detail: 'then choose a loan', chooses: act }));
}

function contactRow(kind: string): Row {
  return {
    ...{ id: 'contact', text: `Find the borrower with this ${kind}`, searchesContact: true },
    detail: 'the whole value; the search is recorded',
  };
}

const isNamed =
  (text: string) =>
  ({ name }: { readonly name: string }) =>
    name.toLowerCase().includes(text.toLowerCase());

function placeRow({ to, name, key }: Choices['places'][number]): Row {
  return { id: `page ${to}`, text: name, detail: `g ${key}`, to };
}

function unique(hits: readonly Hit[]): readonly Hit[] {
  return hits.filter(({ id }, at) => hits.findIndex((other) => other.id === id) === at);
}

/** The number of rows, for screen readers. */
export function countOf(groups: readonly Group[]): string {
  return plural(
    groups.reduce((sum, { rows }) => sum + rows.length, 0),
    'result',
  );
}
