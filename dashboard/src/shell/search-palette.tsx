import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { useOperator } from '../session/operator';
import { hasRole } from '../session/session';
import { useNavigation } from './navigation';
import { countOf, groupsOf, loansToActOn, type Row } from './palette-groups';
import { PaletteStatus } from './palette-status';
import { ACTS, type Act, actIn } from './search-acts';
import { contactKindOf } from './search-text';
import { useContactSearch, useSearch } from './use-search';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** One search for everything, from anywhere: loans, payments, charges, disputes, pages, and acts on a loan. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  return (
    <ModalOverlay className="overlay" isDismissable isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Modal className="dialog palette">
        <Dialog aria-label="Find">
          <Finder onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Act>();
  const { groups, search, contact, askContact } = useGroups(typed.trim(), chosen);
  const navigate = useNavigate();
  const rows = groups.flatMap((group) => group.rows);
  const choose = ({ act, chooses, searchesContact, accountId, to }: Row) => {
    if (searchesContact) return askContact();
    if (chooses !== undefined) {
      if (search.loans.length === 0) setTyped('');
      return setChosen(chooses);
    }
    onClose();
    if (act !== undefined && accountId !== undefined)
      void navigate({ to: '/accounts/$id', params: { id: accountId }, search: { act: act.id } });
    else void navigate({ to: to ?? '/' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && typed === '') setChosen(undefined);
    // The search field itself would only clear its text.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) return onClose();
    const [first] = rows;
    // Without a focused row, Enter is for the first one: but not for one that is about to be replaced.
    if (event.key !== 'Enter' || first === undefined || search.isPending) return;
    if (event.currentTarget.getAttribute('aria-activedescendant')) return;
    event.preventDefault();
    choose(first);
  };
  const label = chosen === undefined ? 'Find anything' : `${chosen.name} for which loan?`;
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped} filter={() => true} disableAutoFocusFirst>
      <SearchField aria-label={label} autoFocus>
        <Input
          className="input"
          placeholder={chosen === undefined ? 'Name, number, reference, amount, ID, page or action' : label}
          maxLength={100}
          onKeyDown={onKeyDown}
        />
      </SearchField>
      <PaletteStatus
        search={search}
        contact={contact}
        text={typed.trim()}
        count={rows.length === 0 ? undefined : countOf(groups)}
      />
      <ListBox
        aria-label="Found"
        className="results"
        onAction={(id) => {
          const row = rows.find((each) => each.id === id);
          if (row !== undefined) choose(row);
        }}
      >
        {groups.map(({ name, rows: own }) => (
          <ListBoxSection key={name} id={name}>
            <Header className="group">{name}</Header>
            {own.map((row) => (
              <PaletteRow key={row.id} row={row} />
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  );
}

function PaletteRow({ row: { id, text, detail, matched } }: { readonly row: Row }) {
  return (
    <ListBoxItem id={id} textValue={[text, detail, matched].filter(Boolean).join(', ')} className="option">
      <span className="found">
        <span>{text}</span>
        <span className="quiet">{detail}</span>
      </span>
      {matched !== undefined && <span className="quiet matched">{matched}</span>}
    </ListBoxItem>
  );
}

/** The rows for a text; with an act, chosen or typed before it, only the loans to act on. */
function useGroups(text: string, chosen: Act | undefined) {
  const { role } = useOperator();
  const places = useNavigation();
  const acts = ACTS.filter(({ least }) => hasRole(role, least));
  const typedAct = chosen === undefined ? actIn(text, acts) : { act: chosen, rest: text };
  const sought = typedAct?.rest ?? text;
  const [asked, setAsked] = useState<string>();
  const search = useSearch(sought);
  const kind = contactKindOf(sought);
  const isAsked = kind !== undefined && asked === sought;
  const contact = useContactSearch(isAsked ? sought : undefined);
  const found = contact.hits ?? [];
  const contactKind = isAsked ? undefined : kind;
  const groups =
    typedAct !== undefined && sought !== ''
      ? [
          ...loansToActOn(typedAct.act, [...found, ...search.loans]),
          ...groupsOf({ text, search: { ...search, ...NO_HITS }, contact: [], contactKind, acts: [], places: [] }),
        ]
      : groupsOf({ text, search, contact: found, contactKind, acts, places: chosen === undefined ? places : [] });
  return { groups, search, contact, askContact: () => setAsked(sought) };
}

const NO_HITS = { loans: [], payments: [], charges: [], disputes: [] };
