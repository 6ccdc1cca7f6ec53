import { useState } from 'react';
import { auditAction, auditedFields, auditedValue } from '../../format/audit';
import { statusText } from '../../format/statuses';
import { AuditDocument } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useTimeZone } from '../../lender/page-time-zone';
import { Button } from '../../ui/button';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListDownload } from '../../ui/list-download';
import { ListPage } from '../../ui/list-page';
import { useFilters } from '../../ui/use-filters';
import type { AuditEntry } from './audit-entry';
import { AuditedChange } from './audited-change';
import { AuditedLoan, AuditedPerson, Removable } from './audited-object';

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'When', cell: ({ occurredAt }) => <Instant at={occurredAt} /> },
  { name: 'Actor', cell: ({ actor, actorName }) => actorName ?? actor },
  { name: 'Actor type', cell: ({ actorKind }) => (actorKind ? statusText(actorKind) : '–') },
  { name: 'Action', cell: ({ action }) => auditAction(action) },
  { name: 'Details', cell: (entry) => <Details entry={entry} />, isFirstWhereNarrow: true },
  { name: 'Object', cell: ({ subject }) => <code>{subject}</code> },
  { name: 'Before', cell: ({ before }) => <State state={before} /> },
  { name: 'After', cell: ({ after }) => <State state={after} /> },
];

const ABOUT = 'Who did what and when, with before and after. Entries are sealed, so any later change is detected.';
const OF_LOAN =
  'With a loan: also acts on its payments, autopay, disputes and their exceptions, but not on tie-out differences.';

export function Audit() {
  const { search, change, typed, days, zonedDays, organizationId } = useFilters('/admin/audit');
  const timeZone = useTimeZone();
  const { subject, loan, person, text } = search;
  const filters = {
    organizationId,
    // A filter that was removed is empty.
    ...{ subject: subject || null, text: text || null, accountId: loan || null, personId: person || null },
    ...zonedDays,
  };
  const list = useList('audit', AuditDocument, filters, ({ auditLog }) => auditLog);
  return (
    <ListPage
      title="Audit log"
      about={loan ? `${ABOUT} ${OF_LOAN}` : ABOUT}
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{ title: 'No entries match these filters' }}
      actions={
        <>
          {loan && <AuditedLoan id={loan} onRemove={() => change({ loan: '' })} />}
          {person && <AuditedPerson id={person} onRemove={() => change({ person: '' })} />}
          {subject && <Removable label="Object" name={subject} onRemove={() => change({ subject: '' })} />}
          {typed('Actor, action or object', 'text')}
          {days}
          <ListDownload name="audit" variables={{ ...filters, timeZone }} />
        </>
      }
    />
  );
}

/** The whole entry, in a dialog: a row has room for a few values. */
function Details({ entry }: { readonly entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-label={`Details: ${auditAction(entry.action)}, ${entry.subject}`} onPress={() => setOpen(true)}>
        Details
      </Button>
      {isOpen && <AuditedChange entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}

function State({ state }: { readonly state: object | null | undefined }) {
  const timeZone = useTimeZone();
  const fields = auditedFields(state);
  if (fields.length === 0) return DASH;
  const text = fields.map((field) => `${field.name}: ${auditedValue(field, timeZone)}`).join(' · ');
  return (
    <span className="quiet" title={text}>
      {text}
    </span>
  );
}
