import { useState } from 'react';
import { count } from '../../format/money';
import { statusText } from '../../format/statuses';
import { DisableOperatorDocument, EnableOperatorDocument, OperatorsDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useWhole } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { ActButton } from '../../ui/action-button';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { Ago } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { Mark } from '../../ui/mark';
import { OperatorForm } from './operator-form';
import { OperatorSessions } from './operator-sessions';
import type { Person } from './person';
import { rolesText } from './role-text';

const COLUMNS: readonly Column<Person>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Signs in by', cell: ({ email, subject }) => email ?? subject },
  {
    name: 'Role',
    cell: ({ role, roles }) => (role === null ? rolesText(roles.map((each) => each.role)) : statusText(role)),
  },
  { name: 'Lenders', cell: ({ role, roles }) => (role === null ? count(roles.length) : 'All') },
  {
    name: 'State',
    cell: ({ disabledAt, subject }) => {
      if (disabledAt !== null) return <Mark tone="quiet">Disabled</Mark>;
      return subject === null ? <Mark tone="waiting">Not signed in yet</Mark> : <Mark tone="good">Active</Mark>;
    },
  },
  {
    name: 'Last sign-in',
    cell: ({ lastSignedInAt }) => (lastSignedInAt ? <Ago at={lastSignedInAt} /> : <span className="quiet">never</span>),
  },
  { name: 'Sessions', cell: (person) => <OperatorSessions person={person} /> },
  { name: 'Actions', cell: (person) => <Actions person={person} /> },
];

function Actions({ person }: { readonly person: Person }) {
  const [isChanging, setChanging] = useState(false);
  const { id, name, disabledAt } = person;
  return (
    <>
      <Button onPress={() => setChanging(true)}>Change</Button>{' '}
      {disabledAt === null ? (
        <ActButton
          label="Disable"
          question={`Disable ${name}? Open sessions end at once, and ${name} cannot sign in until enabled again.`}
          perform={() => request(DisableOperatorDocument, { id })}
        />
      ) : (
        <ActButton
          label="Enable"
          question={`Enable ${name}? ${name} can sign in again with the roles shown.`}
          perform={() => request(EnableOperatorDocument, { id })}
        />
      )}
      {isChanging && <OperatorForm person={person} onClose={() => setChanging(false)} />}
    </>
  );
}

export function Operators() {
  const [isAdding, setAdding] = useState(false);
  const lender = useLender();
  const all = useWhole(['operators'], async (signal) => (await request(OperatorsDocument, {}, signal)).operators);
  const isForLender = ({ role, roles }: Person) =>
    lender === null || role !== null || roles.some(({ organizationId }) => organizationId === lender);
  return (
    <>
      <ListPage
        title="Operators"
        about="People admitted by an administrator. Their roles here apply in place of those that the identity provider states."
        list={{ ...all, rows: all.rows.filter(isForLender) }}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={{ title: 'No operator yet', text: 'Until one is added, the identity provider’s roles apply.' }}
        actions={
          <Button look="primary" onPress={() => setAdding(true)}>
            Add an operator
          </Button>
        }
      />
      {isAdding && <OperatorForm onClose={() => setAdding(false)} />}
    </>
  );
}
