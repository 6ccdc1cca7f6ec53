import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { RemoveSharedViewDocument, SharedViewsDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useLender } from '../../lender/chosen-lender';
import { useCoveredLenders } from '../../lender/lenders';
import { useHasRoleAt } from '../../session/operator';
import { ActProblem } from '../../ui/act-problem';
import { ShareView } from './share-view';

/** The filters that a shared view has. */
const FILTERS = ['view', 'days', 'sort', 'dir'] as const;
const SHARE = 'share:';
const REMOVE = 'remove:';

/** Filters of the queue that supervisors share with all operators of a lender. */
export function SharedViews() {
  const organizationId = useLender();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const { data } = useAnswer('shared-views', SharedViewsDocument, { page: 'collections' as const, organizationId });
  const views = data?.sharedViews ?? [];
  const search = filtersIn(useLocation().searchStr);
  const current = views.find((view) => filtersIn(view.search) === search);
  const [lender] = onlyOne(useCoveredLenders());
  const maySave = useHasRoleAt('supervisor')(current?.organizationId ?? lender?.id ?? '');
  const remove = useMutationOnce({
    perform: () => request(RemoveSharedViewDocument, { id: current?.id ?? '' }),
    changes: ['shared-views'],
  });
  if (views.length === 0 && !(maySave && lender)) return null;
  const act = (key: string) => {
    if (key === SHARE) return setNaming(true);
    if (key === REMOVE) return remove.start();
    const chosen = new URLSearchParams(views.find(({ id }) => id === key)?.search);
    const filters = Object.fromEntries(FILTERS.map((name) => [name, chosen.get(name) ?? undefined]));
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...filters }) });
  };
  return (
    <>
      <MenuTrigger>
        <AriaButton
          className="select-button"
          aria-label={`Shared views: ${current?.name ?? 'none chosen'}`}
          {...(current && { 'data-set': true })}
        >
          <span className={current ? '' : 'quiet'}>{current?.name ?? 'Shared views'}</span>
          <span aria-hidden="true">▾</span>
        </AriaButton>
        <Popover className="popover">
          <Menu aria-label="Shared views" onAction={(key) => act(String(key))}>
            {views.map(({ id, name }) => (
              <MenuItem key={id} id={id} className="option">
                {name}
              </MenuItem>
            ))}
            {maySave && current && (
              <MenuItem key={REMOVE} id={REMOVE} className="option">
                Delete “{current.name}” for everyone
              </MenuItem>
            )}
            {maySave && !current && lender && (
              <MenuItem key={SHARE} id={SHARE} className="option">
                Share these filters …
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <ActProblem act={remove} />
      {isNaming && lender && <ShareView lender={lender} search={search} onClose={() => setNaming(false)} />}
    </>
  );
}

/** A view is of one lender: with several, one is chosen first. */
function onlyOne<Item>(items: readonly Item[]): readonly Item[] {
  return items.length === 1 ? items : [];
}

/** The filters of an address in a fixed order, without those of no view, such as the lender. */
function filtersIn(search: string): string {
  const given = new URLSearchParams(search);
  return String(
    new URLSearchParams(FILTERS.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []))),
  );
}
