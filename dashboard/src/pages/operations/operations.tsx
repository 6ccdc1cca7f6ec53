import {
  OperationsDeliveriesDocument,
  OperationsOutcomesDocument,
  OperationsSystemsDocument,
} from '../../generated/graphql';
import { useLender } from '../../lender/chosen-lender';
import { Instant } from '../../ui/instant';
import { Page } from '../../ui/page';
import { EmailEvents } from './email-events';
import { JobQueue } from './job-queue';
import { LoanSystemSyncs } from './loan-system-syncs';
import { OpenExceptions } from './open-exceptions';
import { type Reading, useReading } from './reading';
import { UnknownOutcomes } from './unknown-outcomes';
import { WebhookDeliveries } from './webhook-deliveries';

/**
 * What waits and what fails, for the people who run the installation. Each part stands for itself: while one is down, the
 * others are shown.
 */
export function Operations() {
  const organizationId = useLender();
  const ofLender = { organizationId };
  const outcomes = useReading('operations-outcomes', OperationsOutcomesDocument, ofLender);
  const systems = useReading('operations-systems', OperationsSystemsDocument, {});
  const deliveries = useReading('operations-deliveries', OperationsDeliveriesDocument, ofLender);
  return (
    <Page
      title="Operations"
      about="What waits and what fails in this installation. Jobs and email events are those of all lenders."
      actions={<ReadAt readings={[outcomes, systems, deliveries]} />}
    >
      <div className="columns even top">
        <UnknownOutcomes part={outcomes.part('unknownOutcomes')} />
        <OpenExceptions part={outcomes.part('operatorExceptionCounts')} />
      </div>
      <LoanSystemSyncs part={systems.part('loanSystems')} />
      <JobQueue part={systems.part('jobQueue')} />
      <div className="columns even top">
        <WebhookDeliveries
          counts={deliveries.part('webhookDeliveryCounts')}
          endpoints={deliveries.part('webhookEndpoints')}
        />
        <EmailEvents calls={deliveries.part('waitingEmailEvents')} setAside={deliveries.part('poisonEvents')} />
      </div>
    </Page>
  );
}

/** When the oldest of what is shown was read. */
function ReadAt({ readings }: { readonly readings: readonly Pick<Reading<object>, 'readAt'>[] }) {
  const times = readings.flatMap(({ readAt }) => readAt ?? []);
  if (times.length === 0) return null;
  return (
    <span className="quiet">
      Read at <Instant at={new Date(Math.min(...times)).toISOString()} form="full" />. This page reads again
      automatically.
    </span>
  );
}
