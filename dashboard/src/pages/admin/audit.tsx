import { useNavigate, useSearch } from '@tanstack/react-router';
import { instant } from '../../format/dates';
import { statusText } from '../../format/statuses';
import { AuditDocument, type AuditQuery } from '../../generated/graphql';
import { request } from '../../graph/request';
import { usePaged } from '../../graph/use-paged-or-whole-list';
import type { Column } from '../../ui/data-table';
import { DayFilter } from '../../ui/day-range-filter';
import { ListPage } from '../../ui/list-page';
import { SearchField } from '../../ui/search-field';

type Entry = AuditQuery['auditLog']['items'][number];

const COLUMNS: readonly Column<Entry>[] = [
  { name: 'When', cell: ({ occurredAt }) => instant(occurredAt) },
  { name: 'Actor', cell: ({ actor, actorName }) => actorName ?? actor },
  { name: 'Actor type', cell: ({ actorKind }) => (actorKind ? statusText(actorKind) : '–') },
  { name: 'Action', cell: ({ action }) => <code>{action}</code> },
  { name: 'Object', cell: ({ subject }) => <code>{subject}</code> },
  { name: 'Before', cell: ({ before }) => <Json value={before} /> },
  { name: 'After', cell: ({ after }) => <Json value={after} /> },
];

export function Audit() {
  const { subject, from, to } = useSearch({ from: '/admin/audit' });
  const navigate = useNavigate({ from: '/admin/audit' });
  const change = (changed: { subject?: string; from?: string; to?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const variables = { subject: subject || null, from: from || null, to: to || null };
  const list = usePaged({
    key: ['audit', variables],
    read: async (cursor, signal) => (await request(AuditDocument, { ...variables, cursor }, signal)).auditLog,
  });
  return (
    <ListPage
      title="Audit log"
      about="Who did what and when, with before and after. Entries are sealed, so any later change is detected."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{ title: 'No entries match these filters' }}
      actions={
        <>
          <SearchField label="Object id" text={subject ?? ''} onChange={(text) => change({ subject: text })} />
          <DayFilter from={from ?? ''} to={to ?? ''} onChange={change} />
        </>
      }
    />
  );
}

function Json({ value }: { readonly value: object | null | undefined }) {
  if (!value) return <span className="quiet">–</span>;
  const text = JSON.stringify(value);
  return (
    <code className="quiet" title={text}>
      {text}
    </code>
  );
}
