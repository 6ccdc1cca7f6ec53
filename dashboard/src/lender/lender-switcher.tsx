import { useNavigate } from '@tanstack/react-router';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useOperator } from '../session/operator';
import { ALL_LENDERS, useIsByLender, useLender } from './chosen-lender';
import { useLenders } from './lenders';

/**
 * Selects all lenders or one. The choice stays in the address from page to page; an operator with one lender sees only
 * that one. A page that the choice does not change says so instead.
 */
export function LenderSwitcher() {
  const { organizationIds } = useOperator();
  const lender = useLender();
  const { lenders } = useLenders();
  const navigate = useNavigate();
  const isByLender = useIsByLender();
  if (organizationIds !== null && organizationIds.length < 2) return null;
  if (!isByLender)
    return (
      <Button isDisabled className="button lender">
        Not by lender
      </Button>
    );
  const chosen = lenders.find(({ id }) => id === lender);
  const shown = lender === null ? 'All lenders' : (chosen?.displayName ?? '…');
  const choose = (id: string) =>
    void navigate({ to: '.', search: ({ of: _of, ...before }) => ({ ...before, lender: id }) });
  return (
    <MenuTrigger>
      <Button className="button lender" aria-label={`Lender: ${shown}`} {...(lender !== null && { 'data-set': true })}>
        <span className="name">{shown}</span>
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <Menu
          aria-label="Lender"
          selectionMode="single"
          selectedKeys={[lender ?? ALL_LENDERS]}
          onAction={(key) => choose(String(key))}
        >
          <MenuItem id={ALL_LENDERS} className="option">
            All lenders
          </MenuItem>
          {lenders.map(({ id, displayName }) => (
            <MenuItem key={id} id={id} className="option">
              {displayName}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
