import { useState } from 'react';
import { day } from '../../format/dates';
import { placeOf } from '../../format/time-zones';
import { OrganizationsPageDocument } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useOperator } from '../../session/operator';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { Mark } from '../../ui/mark';
import type { Organization } from './organization-draft';
import { OrganizationForm } from './organization-form';

const COLUMNS: readonly Column<Organization>[] = [
  { name: 'Name', cell: ({ displayName }) => displayName },
  { name: 'Legal name', cell: ({ legalName }) => legalName },
  { name: 'Trading name', cell: ({ dbaName }) => dbaName },
  { name: 'Kind', cell: ({ isSandbox }) => (isSandbox ? <Mark tone="waiting">Sandbox</Mark> : 'Lender') },
  {
    name: 'State',
    cell: ({ isActive }) => (isActive ? <Mark tone="good">Active</Mark> : <Mark tone="quiet">Inactive</Mark>),
  },
  { name: 'Time zone', cell: ({ timeZone }) => placeOf(timeZone) },
  { name: 'Today', cell: ({ today }) => day(today) },
  {
    name: 'Autopay after charge-off',
    cell: ({ pausesAutopayAfterChargeOff: pauses }) => (pauses ? 'Pauses' : 'Continues'),
  },
  { name: 'Organization ID', cell: ({ id }) => <code>{id}</code> },
];

const CHANGES: Column<Organization> = {
  name: 'Actions',
  isFirstWhereNarrow: true,
  cell: (organization) => <Change organization={organization} />,
};

/** Every lender and sandbox with its names and settings; administrators of all lenders create and change them. */
export function Organizations() {
  const [isCreating, setCreating] = useState(false);
  const mayChange = useOperator().organizationIds === null;
  const list = useList('organizations', OrganizationsPageDocument, {}, ({ organizations }) => organizations);
  return (
    <>
      <ListPage
        title="Lenders"
        about="A sandbox has its own clock and no real money, and is left out of all totals over lenders."
        list={list}
        columns={mayChange ? [...COLUMNS, CHANGES] : COLUMNS}
        keyOf={({ id }) => id}
        empty={{ title: 'No lender yet' }}
        actions={
          mayChange && (
            <Button look="primary" onPress={() => setCreating(true)}>
              Create a lender
            </Button>
          )
        }
      />
      {isCreating && <OrganizationForm onClose={() => setCreating(false)} />}
    </>
  );
}

function Change({ organization }: { readonly organization: Organization }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-label={`Change: ${organization.displayName}`} onPress={() => setOpen(true)}>
        Change
      </Button>
      {isOpen && <OrganizationForm organization={organization} onClose={() => setOpen(false)} />}
    </>
  );
}
