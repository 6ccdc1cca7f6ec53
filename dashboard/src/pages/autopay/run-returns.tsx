import { exceptionName } from '../../format/exceptions';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { Instant } from '../../ui/instant';
import { Card } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import type { Run } from './shown-run';

/** Disputes of the charge, and how its posting was corrected since. */
export function RunReturns({ run: { disputes, corrections } }: { readonly run: Run }) {
  if (!disputes?.length && !corrections?.length) return null;
  return (
    <Card title="Since the charge">
      <ul className="plain-list">
        {disputes?.map(({ id, amountCents, status, openedAt }) => (
          <li key={id}>
            <RowLink to={`/disputes/${id}`}>Dispute of {dollars(amountCents)}</RowLink>, opened on{' '}
            <Instant at={openedAt} /> <Status kind="dispute" status={status} />
          </li>
        ))}
        {corrections?.map(({ id, kind, amountCents, reason, status, failureCode }) => (
          <li key={id}>
            {kind === 'reversal' ? 'Posting reversed' : 'Posted again'}: {dollars(amountCents)},{' '}
            {statusText(reason).toLowerCase()} ({statusText(status).toLowerCase()}
            {failureCode && `, ${statusText(failureCode).toLowerCase()}`})
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What a person had to decide about the run. */
export function RunExceptions({ run: { exceptions } }: { readonly run: Run }) {
  if (!exceptions?.length) return null;
  return (
    <Card title="Exceptions">
      <ul className="plain-list">
        {exceptions.map(({ id, kind, createdAt, resolvedAt, resolvedBy, resolution }) => (
          <li key={id}>
            <RowLink to={resolvedAt === null ? '/exceptions' : '/exceptions?show=resolved'}>
              {exceptionName(kind)}
            </RowLink>
            , <Instant at={createdAt} />
            {resolvedAt !== null && ` · resolved by ${resolvedBy ?? '–'}${resolution ? `: ${resolution}` : ''}`}
          </li>
        ))}
      </ul>
    </Card>
  );
}
