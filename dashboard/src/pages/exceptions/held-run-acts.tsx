import { useState } from 'react';
import { CancelRunDocument, ReleaseRunDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { Button } from '../../ui/button';
import { ActDialog } from './exception-acts';

interface HeldRunProps {
  readonly exception: { readonly id: string; readonly kind: string; readonly subjectId: string };
}

/** A run that equals another one is charged after all, or never. */
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
          <p>The borrower is charged today, beside the other charge for the same day.</p>
        </ActDialog>
      )}
      {doing === 'cancel' && (
        <ActDialog
          {...{ exception, onClose }}
          label="Do not charge"
          isReady
          perform={() => request(CancelRunDocument, { id })}
        >
          <p>This date is not charged for by this schedule. Its later dates are held again where they equal others.</p>
        </ActDialog>
      )}
    </div>
  );
}
