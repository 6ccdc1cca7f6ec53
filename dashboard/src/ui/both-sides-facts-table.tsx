import { day } from '../format/dates';
import { dollars } from '../format/money';
import { statusText } from '../format/statuses';
import { DASH } from './dash';

interface BothSidesProps {
  readonly ours: object | null;
  readonly theirs: object | null;
  /** The name of the other side. */
  readonly side: string;
}

/** The facts of both sides next to each other, with differences marked. */
export function BothSides({ ours, theirs, side }: BothSidesProps) {
  const [here, there] = [new Map(Object.entries(ours ?? {})), new Map(Object.entries(theirs ?? {}))];
  const names = [...new Set([...here.keys(), ...there.keys()])].filter(
    (name) => isTold(here.get(name)) || isTold(there.get(name)),
  );
  return (
    <table className="table plain both-sides">
      <thead>
        <tr>
          <th scope="col" className="fact">
            Fact
          </th>
          <th scope="col" className="side">
            Tributary
          </th>
          <th scope="col" className="side">
            {side}
          </th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} {...(differ(here, there, name) && { 'data-differs': true })}>
            <td className="fact quiet">{NAMES[name] ?? statusText(name)}</td>
            <td className="side">{ours === null ? <Nothing /> : <Value name={name} value={here.get(name)} />}</td>
            <td className="side">{theirs === null ? <Nothing /> : <Value name={name} value={there.get(name)} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  amount_cents: 'Amount',
  effective_on: 'Effective date',
  external_id: 'Identifier',
  external_ids: 'Identifiers',
  loan: 'Loan',
};

type Facts = ReadonlyMap<string, unknown>;

/** A fact that only one side reports is not a difference by itself. */
function differ(here: Facts, there: Facts, name: string): boolean {
  return (
    isTold(here.get(name)) &&
    isTold(there.get(name)) &&
    JSON.stringify(here.get(name)) !== JSON.stringify(there.get(name))
  );
}

function isTold(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function Nothing() {
  return <span className="quiet">Nothing</span>;
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (!isTold(value)) return DASH;
  if (typeof value === 'number') return name.endsWith('_cents') ? dollars(value) : value;
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return day(value);
  return name === 'state' ? statusText(value) : value;
}
