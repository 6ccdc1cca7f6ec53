import { useState } from 'react';
import { CancelRunDocument, ReleaseRunDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { Button } from '../../ui/button';
import { ActDialog } from './resolve-or-defer-exception';

interface HeldRunProps {
  readonly exception: { readonly id: string; readonly kind: string; readonly subjectId: string };
}

/** A run that looks like a duplicate of another is either charged or canceled. */
export function HeldRunActs({ exception }: HeldRunProps) {
  const [doing, setDoing] = useState<'release' | 'cancel'>();
  const onClose = () => setDoing(undefined);
  const { subjectId: id } = exception;
  return (
    <div className="filters">
      <Button onPress={() => setDoing('release')}>Release</Button>
      <Button onPress={() => setDoing('cancel')}>Do not charge</Button>
      {doing === 'release' && (
        <ActDialog
          {...{ exception, onClose }}
          label="Release"
          isReady
          perform={() => request(ReleaseRunDocument, { id })}
        >
          <p>The borrower is charged today, in addition to the other charge for the same day.</p>
        </ActDialog>
      )}
      {doing === 'cancel' && (
        <ActDialog
          {...{ exception, onClose }}
          label="Do not charge"
          isReady
          perform={() => request(CancelRunDocument, { id })}
        >
          <p>This schedule does not charge for this date. Its later dates are held again if they match other runs.</p>
        </ActDialog>
      )}
    </div>
  );
}

/** A charged run whose payment cannot be posted is canceled: its charge is refunded. */
export function RefundRunAct({ exception }: HeldRunProps) {
  const [isAsking, setAsking] = useState(false);
  const { subjectId: id } = exception;
  return (
    <div className="filters">
      <Button onPress={() => setAsking(true)}>Refund the charge</Button>
      {isAsking && (
        <ActDialog
          exception={exception}
          onClose={() => setAsking(false)}
          label="Refund the charge"
          isReady
          perform={() => request(CancelRunDocument, { id })}
        >
          <p>The run is canceled, and the card processor refunds its charge to the borrower.</p>
        </ActDialog>
      )}
    </div>
  );
}
