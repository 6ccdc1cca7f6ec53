import { auditAction, auditedFields, auditedValue } from '../../format/audit';
import { TimeZoneOf, useTimeZone } from '../../lender/page-time-zone';
import { Button } from '../../ui/button';
import { DASH } from '../../ui/dash';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import type { AuditEntry } from './audit-entry';

interface AuditedChangeProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

/** One entry of the audit log, with the object’s fields before and after side by side. */
export function AuditedChange({ entry, onClose }: AuditedChangeProps) {
  const { action, actor, actorName, subject, organizationId, occurredAt, requestId } = entry;
  return (
    <TimeZoneOf organizationId={organizationId}>
      <Dialog title={auditAction(action)} isOpen onClose={onClose}>
        <Facts
          facts={[
            ['When', <Instant key="when" at={occurredAt} />],
            ['Actor', actorName ?? actor],
            ['Object', subject],
            ['Request ID', requestId],
          ]}
        />
        <BeforeAndAfter entry={entry} />
        <footer>
          <Button autoFocus onPress={onClose}>
            Close
          </Button>
        </footer>
      </Dialog>
    </TimeZoneOf>
  );
}

function BeforeAndAfter({ entry }: { readonly entry: AuditEntry }) {
  const timeZone = useTimeZone();
  const before = auditedFields(entry.before);
  const after = auditedFields(entry.after);
  const fields = [...new Map([...before, ...after].map((field) => [field.path, field.name]))];
  if (fields.length === 0) return <p className="quiet">No values were recorded.</p>;
  const shown = (state: typeof before, wanted: string) => {
    const found = state.find(({ path }) => path === wanted);
    return found === undefined ? DASH : auditedValue(found, timeZone);
  };
  return (
    <table className="table plain both-sides audited" aria-label="Before and after">
      <thead>
        <tr>
          <th scope="col" className="fact">
            Field
          </th>
          <th scope="col" className="side">
            Before
          </th>
          <th scope="col" className="side">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(([path, name]) => (
          <tr key={path}>
            <td className="fact quiet">{name}</td>
            <td className="side">{shown(before, path)}</td>
            <td className="side">{shown(after, path)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
