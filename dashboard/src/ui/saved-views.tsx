import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useOperator } from '../session/operator';
import { Dialog, DialogFooter } from './dialog';
import { Form } from './form';
import { readViews, type SavedView, writeViews } from './saved-views-store';
import { TextField } from './text-field';

const SAVE = 'save:';
const REMOVE = 'remove:';

/** Named filters of this page: the search part of the address, stored in this browser for the signed-in operator. */
export function SavedViews() {
  const { pathname, searchStr } = useLocation();
  const { subject } = useOperator();
  const navigate = useNavigate();
  const [views, setViews] = useState(() => readViews(pathname, subject));
  const [isNaming, setNaming] = useState(false);
  const current = views.find(({ search }) => search === searchStr);
  const keep = (kept: readonly SavedView[]) => {
    writeViews(pathname, kept, subject);
    setViews(kept);
  };
  const act = (key: string) => {
    if (key === SAVE) setNaming(true);
    else if (key === REMOVE) keep(views.filter((view) => view !== current));
    else void navigate({ href: `${pathname}${views.find(({ name }) => name === key)?.search ?? ''}` });
  };
  return (
    <>
      <MenuTrigger>
        <AriaButton
          className="select-button"
          aria-label={`Saved views: ${current?.name ?? 'Views'}`}
          {...(current && { 'data-set': true })}
        >
          <span className={current ? '' : 'quiet'}>{current?.name ?? 'Views'}</span>
          <span aria-hidden="true">▾</span>
        </AriaButton>
        <Popover className="popover">
          <Menu aria-label="Saved views" onAction={(key) => act(String(key))}>
            {views.map(({ name }) => (
              <MenuItem key={name} id={name} className="option">
                {name}
              </MenuItem>
            ))}
            {current ? (
              <MenuItem key={REMOVE} id={REMOVE} className="option">
                Delete “{current.name}”
              </MenuItem>
            ) : (
              <MenuItem key={SAVE} id={SAVE} className="option">
                Save these filters …
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {isNaming && (
        <NameView
          onClose={() => setNaming(false)}
          onName={(name) => {
            keep([...views.filter((view) => view.name !== name), { name, search: searchStr }]);
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

function NameView({ onClose, onName }: { readonly onClose: () => void; readonly onName: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <Dialog title="Save these filters" isOpen onClose={onClose}>
      <Form
        onSubmit={() => {
          if (name.trim() !== '') onName(name.trim());
        }}
      >
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          maxLength={60}
          hint="Stored in this browser."
        />
        <DialogFooter onCancel={onClose} isDisabled={name.trim() === ''}>
          Save
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
