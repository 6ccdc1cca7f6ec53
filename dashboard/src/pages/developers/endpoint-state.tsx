import type { EndpointRowFragment, WebhookEndpointConcern } from '../../generated/graphql';

type Endpoint = Pick<EndpointRowFragment, 'status' | 'disabledReason' | 'failingSince' | 'concerns'>;

/** Rules that came after an endpoint was made; it goes on, and a person decides. */
export const CONCERNS: Readonly<Record<WebhookEndpointConcern, string>> = {
  address_refused:
    'This address would be refused today. Ports below 1024 are for other services; use 443, or 1024 and above. Events are still sent unless the address itself is not allowed.',
  sandbox_mixed:
    'This endpoint has sandbox lenders and real ones. Make one endpoint for each kind, and then disable this one.',
};

const DISABLED = {
  request: 'Disabled',
  gone: 'Disabled: it said that it is gone',
  failing: 'Disabled: it kept failing',
};

/** Whether events are sent there. */
export function EndpointState({
  endpoint: { status, disabledReason, failingSince, concerns },
}: {
  readonly endpoint: Endpoint;
}) {
  const [text, tone] =
    status === 'disabled'
      ? [DISABLED[disabledReason ?? 'request'], disabledReason === 'request' ? 'quiet' : 'bad']
      : failingSince
        ? ['Failing', 'waiting']
        : ['Enabled', 'good'];
  return (
    <>
      <span className="status" data-tone={tone}>
        {text}
      </span>
      {concerns.length > 0 && (
        <span className="status" data-tone="waiting" title={concerns.map((concern) => CONCERNS[concern]).join(' ')}>
          Needs a decision
        </span>
      )}
    </>
  );
}
