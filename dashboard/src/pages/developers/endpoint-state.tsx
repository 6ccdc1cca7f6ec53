import type { EndpointRowFragment } from '../../generated/graphql';

type Endpoint = Pick<EndpointRowFragment, 'status' | 'disabledReason' | 'failingSince'>;

const DISABLED = {
  request: 'Disabled',
  gone: 'Disabled: it said that it is gone',
  failing: 'Disabled: it kept failing',
};

/** Whether events are sent there. */
export function EndpointState({ endpoint: { status, disabledReason, failingSince } }: { readonly endpoint: Endpoint }) {
  const [text, tone] =
    status === 'disabled'
      ? [DISABLED[disabledReason ?? 'request'], disabledReason === 'request' ? 'quiet' : 'bad']
      : failingSince
        ? ['Failing', 'waiting']
        : ['Enabled', 'good'];
  return (
    <span className="status" data-tone={tone}>
      {text}
    </span>
  );
}
