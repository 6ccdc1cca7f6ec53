import { type RegisteredRouter, type RouteById, type RouteIds, useNavigate, useSearch } from '@tanstack/react-router';

type Tree = RegisteredRouter['routeTree'];
type Search<Id extends RouteIds<Tree>> = RouteById<Tree, Id>['types']['fullSearchSchema'];
type Changed<Id extends RouteIds<Tree>> = { readonly [Name in keyof Search<Id>]?: string };

/** The filters in a page's address, and the properties of the fields that change them. */
export function useFilters<Id extends RouteIds<Tree>>(_page: Id) {
  const search = useSearch({ strict: false }) as Search<Id>;
  const texts: Readonly<Record<string, string | undefined>> = search;
  const navigate = useNavigate();
  const change = (changed: Changed<Id>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...changed }), replace: true });
  const { from, to } = texts;
  return {
    search,
    change,
    /** For a choice of one value. */
    choice: (name: keyof Search<Id> & string) => ({
      chosen: texts[name] ?? '',
      onChoose: (id: string) => change({ [name]: id } as Changed<Id>),
    }),
    /** For a typed text. */
    typed: (name: keyof Search<Id> & string) => ({
      text: texts[name] ?? '',
      onChange: (text: string) => change({ [name]: text } as Changed<Id>),
    }),
    /** For a range of days. */
    days: {
      from: from ?? '',
      to: to ?? '',
      onChange: (range: { from?: string; to?: string }) => change(range as Changed<Id>),
    },
    /** The range as variables of a document. */
    dayRange: { from: from ?? null, to: to ?? null },
  };
}
