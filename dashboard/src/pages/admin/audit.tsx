import { instant } from '../../format/dates';
import { statusText } from '../../format/statuses';
import { AuditDocument, type AuditQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { useFilters } from '../../ui/use-filters';

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
  const { search, typed, days, dayRange } = useFilters('/admin/audit');
  const variables = { subject: search.subject ?? null, ...dayRange };
  const list = useList('audit', AuditDocument, variables, ({ auditLog }) => auditLog);
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
          {typed('Object id', 'subject')}
          {days}
        </>
      }
    />
  );
}

function Json({ value }: { readonly value: object | null | undefined }) {
  if (!value) return DASH;
  const text = JSON.stringify(value);
  return (
    <code className="quiet" title={text}>
      {text}
    </code>
  );
}
