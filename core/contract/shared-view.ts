import { z } from 'zod';
import { plainLine, plainProse } from './stored-text.js';

/** Pages of the dashboard whose filters can be saved for all operators of a lender. */
export const SHARED_VIEW_PAGES = ['collections'] as const;
export type SharedViewPage = (typeof SHARED_VIEW_PAGES)[number];

/** The filters that a view may hold. None is a typed text, so that a view holds nothing about a borrower. */
const FILTERS: Readonly<Record<SharedViewPage, readonly string[]>> = { collections: ['view', 'days', 'sort', 'dir'] };

/** Most views of a page at one lender. */
export const MOST_SHARED_VIEWS = 50;

export const sharedViewBody = z
  .strictObject({
    page: z.enum(SHARED_VIEW_PAGES),
    name: plainProse({ minimum: 1, maximum: 60 }),
    search: plainLine({ minimum: 0, maximum: 200 }),
  })
  .refine(
    ({ page, search }) => [...new URLSearchParams(search)].every(([name, value]) => isFilter(page, name, value)),
    {
      path: ['search'],
      error: 'only the filters and the order of the page, such as days=30-59&view=mine',
    },
  );

function isFilter(page: SharedViewPage, name: string, value: string): boolean {
  return FILTERS[page].includes(name) && /^[a-z0-9_+-]{1,40}$/.test(value);
}
