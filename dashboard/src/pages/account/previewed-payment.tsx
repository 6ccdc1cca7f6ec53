import type { ReactNode } from 'react';
import { dollars } from '../../format/money';
import { methodName } from '../../format/payment-method-names-and-receipt-sums';
import { PreviewPaymentDocument, type PreviewPaymentInput, type PreviewPaymentQuery } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useDebounced } from '../../ui/debounced';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { Money } from '../../ui/money';

type Preview = PreviewPaymentQuery['previewPayment'];

interface PreviewedPaymentProps {
  readonly accountId: string;
  /** Undefined: no amount has been typed. */
  readonly input: PreviewPaymentInput | undefined;
}

/** How the typed payment would be applied, and a warning if it may be there already. It never prevents recording. */
export function PreviewedPayment({ accountId, input }: PreviewedPaymentProps) {
  const typed = useDebounced(input === undefined ? '' : JSON.stringify(input));
  const asked: PreviewPaymentInput | undefined = typed === '' ? undefined : JSON.parse(typed);
  const { data, error } = useAnswer(
    'payment-preview',
    PreviewPaymentDocument,
    { id: accountId, input: asked ?? NO_INPUT },
    { enabled: asked !== undefined, retry: false, gcTime: 0 },
  );
  const isCurrent = input !== undefined && typed === JSON.stringify(input);
  const preview = isCurrent ? data?.previewPayment : undefined;
  return (
    <div role="status" aria-label="Preview" className="stack">
      {error && isCurrent && <p className="quiet">How it would be applied is not known right now.</p>}
      {preview && <SimilarPayment preview={preview} />}
      {preview && <Application preview={preview} />}
    </div>
  );
}

const NO_INPUT: PreviewPaymentInput = { amountCents: 1, paymentMethod: 'cash' };

function Application({ preview: { refusal, payableCents, split, remainingCents } }: { readonly preview: Preview }) {
  if (payableCents === null)
    return <Quiet>The loan system cannot be reached, so this payment cannot be previewed.</Quiet>;
  if (refusal === 'account_not_payable') return <Quiet>This loan takes no payments now.</Quiet>;
  if (refusal !== null) return <p className="error-text">At most {dollars(payableCents)} can be paid now.</p>;
  const left = [
    'Left to pay off',
    remainingCents === 0 ? 'Nothing: it pays the loan off' : <Money key="left" cents={remainingCents} />,
  ] as const;
  if (split === null)
    return (
      <>
        <Quiet>The loan system decides how it is applied.</Quiet>
        <Facts facts={[left]} />
      </>
    );
  return (
    <Facts
      facts={[
        ['To fees', <Money key="fees" cents={split.feesCents} />],
        ['To interest', <Money key="interest" cents={split.interestCents} />],
        ['To principal', <Money key="principal" cents={split.principalCents} />],
        left,
      ]}
    />
  );
}

function SimilarPayment({ preview: { similarPayment, isPossibleDuplicate } }: { readonly preview: Preview }) {
  if (!similarPayment) return null;
  const { id, amountCents, createdAt, paymentMethod, checkNumber } = similarPayment;
  const method = `${methodName(paymentMethod).toLowerCase()}${checkNumber ? ` ${checkNumber}` : ''}`;
  return (
    <p className="notice">
      {isPossibleDuplicate ? 'The same payment may be recorded already: ' : 'This number was used already: '}
      <a href={`/payments/${id}`} target="_blank" rel="noreferrer">
        {dollars(amountCents)} by {method}
      </a>
      , recorded on <Instant at={createdAt} />.
    </p>
  );
}

function Quiet({ children }: { readonly children: ReactNode }) {
  return <p className="quiet">{children}</p>;
}
