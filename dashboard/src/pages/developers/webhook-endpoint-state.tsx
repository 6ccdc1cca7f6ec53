import { type Tone } from '../../format/statuses';
import type { EndpointRowFragment, WebhookEndpointConcern } from '../../generated/graphql';
import { Mark } from '../../ui/mark';

type Endpoint = Pick<EndpointRowFragment, 'status' | 'disabledReason' | 'failingSince' | 'concerns'>;

/** Rules that were added after an endpoint was created. Delivery continues; a person decides. */
export const CONCERNS: Readonly<Record<WebhookEndpointConcern, string>> = {
  address_refused:
    'This address would be refused today. Ports below 1024 are for other services; use 443, or 1024 and above. Events are still sent unless the address itself is not allowed.',
  sandbox_mixed:
    'This endpoint covers sandbox lenders and real ones. Create one endpoint for each kind, then disable this one.',
};

const DISABLED = {
  request: 'Disabled',
  gone: 'Disabled: it answered 410 Gone',
  failing: 'Disabled: deliveries kept failing',
};

/** Whether events are sent to the endpoint. */
export function EndpointState({
  endpoint: { status, disabledReason, failingSince, concerns },
}: {
  readonly endpoint: Endpoint;
}) {
  const [text, tone]: readonly [string, Tone] =
    status === 'disabled'
      ? [DISABLED[disabledReason ?? 'request'], disabledReason === 'request' ? 'quiet' : 'bad']
      : failingSince
        ? ['Failing', 'waiting']
        : ['Enabled', 'good'];
  return (
    <>
      <Mark tone={tone}>{text}</Mark>
      {concerns.length > 0 && (
        <span className="status" data-tone="waiting" title={concerns.map((concern) => CONCERNS[concern]).join(' ')}>
          Needs a decision
        </span>
      )}
    </>
  );
}
