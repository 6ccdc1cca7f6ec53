import { type RegisteredRouter, type RouteById, type RouteIds, useNavigate, useSearch } from '@tanstack/react-router';
import { useLender } from '../lender/chosen-lender';
import { useTimeZone } from '../lender/page-time-zone';
import { type Choice, ChoiceFilter } from './choice-filter';
import type { Column } from './data-table';
import { DayFilter } from './day-range-filter';
import { SearchField } from './search-field';
import { chosenSort } from './sorted-columns';

type Tree = RegisteredRouter['routeTree'];
type Search<Id extends RouteIds<Tree>> = RouteById<Tree, Id>['types']['fullSearchSchema'];
type Changed<Id extends RouteIds<Tree>> = { readonly [Name in keyof Search<Id>]?: string };

/** The filters in a page's address, and the fields that change them. */
export function useFilters<Id extends RouteIds<Tree>>(_page: Id) {
  const search = useSearch({ strict: false }) as Search<Id>;
  const texts: Readonly<Record<string, string | undefined>> = search;
  const navigate = useNavigate();
  const change = (changed: Changed<Id>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...changed }), replace: true });
  const changeOf = (name: keyof Search<Id> & string) => (text: string) => change({ [name]: text } as Changed<Id>);
  const { from, to } = texts;
  const timeZone = useTimeZone();
  return {
    search,
    change,
    /** The chosen lender; null: all. */
    organizationId: useLender(),
    /** The range of days as variables of a document. */
    dayRange: { from: from ?? null, to: to ?? null },
    /** The same for lists by time: the days are those of the page's time zone. */
    zonedDays: { from: from ?? null, to: to ?? null, timeZone: from || to ? timeZone : null },
    /** The order in the address, for columns that have `sortBy`. */
    sorted: <Sort extends string>(columns: readonly Column<never, Sort>[]) =>
      chosenSort(columns, { sort: texts['sort'], dir: texts['dir'] }, (changed) => change(changed as Changed<Id>)),
    /** A choice of one value, or any. With `chosen`, a choice is required. */
    choice: (label: string, name: keyof Search<Id> & string, choices: readonly Choice[], chosen?: string) => (
      <ChoiceFilter
        {...{ label, choices }}
        chosen={chosen ?? texts[name] ?? ''}
        onChoose={changeOf(name)}
        isRequired={chosen !== undefined}
      />
    ),
    /** A typed text. */
    typed: (label: string, name: keyof Search<Id> & string) => (
      <SearchField label={label} text={texts[name] ?? ''} onChange={changeOf(name)} />
    ),
    /** A range of days. */
    days: <DayFilter from={from ?? ''} to={to ?? ''} onChange={(range) => change(range as Changed<Id>)} />,
  };
}
