import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  ListBox,
  ListBoxItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { dollars } from '../format/money';
import { shownStatus } from '../format/statuses';
import { FindDocument } from '../generated/graphql';
import { request } from '../graph/request';
import { useLender } from '../lender/chosen-lender';
import { useNavigation } from './navigation';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface Hit {
  readonly to: string;
  readonly text: string;
  readonly detail: string;
}

/** Finds loans by name or number, and every page, from anywhere. */
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
  const [text, setText] = useState('');
  const hits = useHits(text.trim());
  const navigate = useNavigate();
  return (
    <Autocomplete inputValue={text} onInputChange={setText} filter={() => true}>
      <SearchField aria-label="Find a loan or a page" autoFocus>
        <Input className="input" placeholder="Find a loan or a page" maxLength={100} />
      </SearchField>
      <ListBox
        aria-label="Found"
        className="results"
        items={hits.map((hit) => ({ ...hit, id: hit.to }))}
        onAction={(to) => {
          onClose();
          void navigate({ to: String(to) });
        }}
        renderEmptyState={() => <p className="state">No matches.</p>}
      >
        {({ id, text: name, detail }) => (
          <ListBoxItem id={id} textValue={name} className="option">
            <span>{name}</span>
            <span className="quiet">{detail}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  );
}

const LEAST_LETTERS = 2;

function useHits(text: string): readonly Hit[] {
  const navigation = useNavigation();
  const organizationId = useLender();
  const wanted = useDeferredValue(text);
  const { data } = useQuery({
    queryKey: ['find', wanted, organizationId],
    queryFn: ({ signal }) => request(FindDocument, { organizationId, text: wanted }, signal),
    enabled: wanted.length >= LEAST_LETTERS,
    placeholderData: (before) => before,
  });
  const places = navigation
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ to, name, key }) => ({ to, text: name, detail: `g ${key}` }));
  if (text.length < LEAST_LETTERS) return places;
  const loans = (data?.accounts.items ?? []).map((account) => ({
    to: `/accounts/${account.id}`,
    text: account.primaryBorrower?.displayName ?? account.externalContractNumber ?? account.id,
    detail: [
      account.externalContractNumber ?? account.externalAccountNumber,
      dollars(account.currentBalanceCents),
      shownStatus('account', account.statusCode).text,
    ].join(' · '),
  }));
  return [...loans, ...places];
}
