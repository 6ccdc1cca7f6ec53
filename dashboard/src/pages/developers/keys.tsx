import { useState } from 'react';
import { count } from '../../format/money';
import { KeysDocument, type KeysQuery, RevokeKeyDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useWhole } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { ActButton } from '../../ui/action-button';
import { Button } from '../../ui/button';
import { CredentialState } from '../../ui/credential-state';
import type { Column } from '../../ui/data-table';
import { Ago, Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { CreateKey } from './create-key';
import { RotateKey } from './rotate-key';

type Key = KeysQuery['apiKeys'][number];

const COLUMNS: readonly Column<Key>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Prefix', cell: ({ prefix }) => <code>{prefix}</code> },
  { name: 'State', cell: (key) => <CredentialState credential={key} revoked="Revoked" /> },
  { name: 'Lenders', isNumber: true, cell: ({ organizationIds }) => count(organizationIds.length) },
  { name: 'Scopes', cell: ({ scopes }) => <span title={scopes.join(', ')}>{count(scopes.length)} scopes</span> },
  {
    name: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} /> : <span className="quiet">never</span>),
  },
  { name: 'Created', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { name: 'Expires', cell: ({ expiresAt }) => (expiresAt ? <Instant at={expiresAt} form="day" /> : 'never') },
  {
    name: 'Actions',
    cell: ({ prefix, name, revokedAt, expiresAt }) =>
      revokedAt === null && (
        <>
          {!isExpired(expiresAt) && <RotateKey prefix={prefix} name={name} />}{' '}
          <ActButton
            label="Revoke"
            question={`Revoke ${name} (${prefix})? Integrations that use it stop working at once. This cannot be undone.`}
            perform={() => request(RevokeKeyDocument, { prefix })}
          />
        </>
      ),
  },
];

const isExpired = (at: string | null) => at !== null && Date.parse(at) <= Date.now();

export function Keys() {
  const [isCreating, setCreating] = useState(false);
  const lender = useLender();
  const all = useWhole(['keys'], async (signal) => (await request(KeysDocument, {}, signal)).apiKeys);
  const rows = all.rows.filter(({ organizationIds }) => lender === null || organizationIds.includes(lender));
  return (
    <>
      <ListPage
        title="API keys"
        about="Credentials of integrations. A key is shown once, when it is created."
        list={{ ...all, rows }}
        columns={COLUMNS}
        keyOf={({ prefix }) => prefix}
        empty={{ title: 'No key yet', text: 'Create one for each integration.' }}
        actions={
          <Button look="primary" onPress={() => setCreating(true)}>
            Create an API key
          </Button>
        }
      />
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </>
  );
}
