import { statusText } from '../../format/statuses';
import { AuditDocument, type AuditQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { useFilters } from '../../ui/use-filters';

type Entry = AuditQuery['auditLog']['items'][number];

const COLUMNS: readonly Column<Entry>[] = [
  { name: 'When', cell: ({ occurredAt }) => <Instant at={occurredAt} /> },
  { name: 'Actor', cell: ({ actor, actorName }) => actorName ?? actor },
  { name: 'Actor type', cell: ({ actorKind }) => (actorKind ? statusText(actorKind) : '–') },
  { name: 'Action', cell: ({ action }) => <code>{action}</code> },
  { name: 'Object', cell: ({ subject }) => <code>{subject}</code> },
  { name: 'Before', cell: ({ before }) => <Json value={before} /> },
  { name: 'After', cell: ({ after }) => <Json value={after} /> },
];

export function Audit() {
  const { search, typed, days, zonedDays, organizationId } = useFilters('/admin/audit');
  const variables = { organizationId, subject: search.subject ?? null, ...zonedDays };
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
          {typed('Object ID', 'subject')}
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
