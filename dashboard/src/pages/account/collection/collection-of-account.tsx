import { useState } from 'react';
import { nextAction, skipReason } from '../../../format/collections';
import { noteKind } from '../../../format/notes';
import { type CollectionFieldsFragment, ReleaseLoanDocument, TakeLoanDocument } from '../../../generated/graphql';
import type { GraphProblem } from '../../../graph/problem';
import { request } from '../../../graph/request';
import { useHasRoleAt } from '../../../session/operator';
import { ActButton } from '../../../ui/action-button';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/instant';
import { NotRead } from '../../../ui/not-read';
import { Card } from '../../../ui/page';
import { AssignLoan } from './assign-loan';
import { SkipLoan } from './skip-loan';

interface CollectionProps {
  readonly id: string;
  readonly organizationId: string;
  readonly collection: CollectionFieldsFragment | null | undefined;
  readonly problem: GraphProblem | undefined;
}

/** Who works on a loan of the collection queue. A loan that is not in it has the card only while an operator has it. */
export function CollectionOfAccount({ id, organizationId, collection, problem }: CollectionProps) {
  const mayTake = useHasRoleAt('agent')(organizationId);
  const mayAssign = useHasRoleAt('supervisor')(organizationId);
  const [form, setForm] = useState<'skip' | 'assign'>();
  const close = () => setForm(undefined);
  if (problem) {
    return (
      <Card title="Collections">
        <NotRead what="The collection queue" problem={problem} />
      </Card>
    );
  }
  if (!collection || !(collection.isInQueue || collection.takenBy || collection.assignedTo)) return null;
  const { isMine, isInQueue, takenBy, assignedTo } = collection;
  return (
    <Card
      title="Collections"
      aside={mayAssign && <Button onPress={() => setForm('assign')}>{assignedTo ? 'Reassign' : 'Assign'}</Button>}
    >
      {!isInQueue && <p>Not in the queue: nothing is past due, or a flag stops collection contact.</p>}
      <Holder collection={collection} />
      <Contact collection={collection} />
      {mayTake && (
        <div className="links">
          {isInQueue && !takenBy && (
            <ActButton label="Take this loan" perform={() => request(TakeLoanDocument, { accountId: id })} />
          )}
          {isMine && (
            <>
              <Button onPress={() => setForm('skip')}>Skip</Button>
              <ActButton label="Let go" perform={() => request(ReleaseLoanDocument, { accountId: id })} />
            </>
          )}
        </div>
      )}
      {form === 'skip' && <SkipLoan accountId={id} onClose={close} />}
      {form === 'assign' && <AssignLoan accountId={id} assignedTo={assignedTo ?? ''} onClose={close} />}
    </Card>
  );
}

function Holder({ collection }: { readonly collection: CollectionFieldsFragment }) {
  const { isMine, takenBy, takenByName, takenUntil, assignedTo } = collection;
  return (
    <>
      {takenBy && takenUntil ? (
        <p>
          {isMine ? <strong>You have this loan</strong> : <strong>{takenByName ?? takenBy} has this loan</strong>} until{' '}
          <Instant at={takenUntil} />.
        </p>
      ) : (
        <p>No agent has this loan now.</p>
      )}
      {assignedTo && <p>Assigned to {assignedTo}.</p>}
    </>
  );
}

function Contact({ collection }: { readonly collection: CollectionFieldsFragment }) {
  const { lastContactAt, lastContactKind } = collection;
  const next = nextAction(collection);
  return (
    <>
      {lastContactAt && (
        <p className="quiet">
          Last contact: {lastContactKind && noteKind(lastContactKind)} · <Instant at={lastContactAt} />
        </p>
      )}
      {next && <p className="quiet">Next action: {next}</p>}
      {collection.skipReason && <p className="quiet">Skipped: {skipReason(collection.skipReason)}</p>}
    </>
  );
}
