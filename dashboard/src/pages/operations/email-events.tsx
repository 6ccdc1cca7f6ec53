import type { OperationsDeliveriesQuery } from '../../generated/graphql';
import { Facts } from '../../ui/facts';
import { Card } from '../../ui/page';
import { counted, Since } from './counted';
import { type Part, Shown } from './reading';

interface EmailEventsProps {
  readonly calls: Part<OperationsDeliveriesQuery['waitingEmailEvents']>;
  readonly setAside: Part<OperationsDeliveriesQuery['poisonEvents']>;
}

/** Events that email providers reported and that are not stored yet, and those that could not be stored. */
export function EmailEvents({ calls, setAside }: EmailEventsProps) {
  return (
    <Card title="Email events">
      <Shown what="Email events" part={calls}>
        {({ calls: waiting, oldestAt, isExact }) => (
          <Facts
            facts={[
              ['Queued calls of email providers', counted(waiting, isExact)],
              ['Oldest', <Since key="oldest" at={oldestAt} />],
            ]}
          />
        )}
      </Shown>
      <Shown what="Events that could not be stored" part={setAside}>
        {({ items, page }) => (
          <Facts facts={[['Events that could not be stored', counted(items.length, !page.hasMore)]]} />
        )}
      </Shown>
    </Card>
  );
}
