import { day } from '../../../format/dates';
import { type PreviewLedgerLoanInput, PreviewLoanDocument, type PreviewLoanQuery } from '../../../generated/graphql';
import { messageOf } from '../../../graph/problem';
import { useAnswer } from '../../../graph/use-answer';
import { useDebounced } from '../../../ui/debounced';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';

const NO_INPUT: PreviewLedgerLoanInput = {
  ...{ organizationId: '', originatedOn: '2026-01-01', firstDueOn: '2026-02-01' },
  ...{ originalPrincipalCents: 1, annualRate: '0', termMonths: 1 },
};

/** The schedule that the loan would have, by the ledger’s own rules. It never prevents booking. */
export function PreviewedLoan({ input }: { readonly input: PreviewLedgerLoanInput | undefined }) {
  const typed = useDebounced(input === undefined ? '' : JSON.stringify(input));
  const asked: PreviewLedgerLoanInput | undefined = typed === '' ? undefined : JSON.parse(typed);
  const { data, error } = useAnswer(
    'loan-preview',
    PreviewLoanDocument,
    { input: asked ?? NO_INPUT },
    { enabled: asked !== undefined, retry: false, gcTime: 0 },
  );
  const isCurrent = input !== undefined && typed === JSON.stringify(input);
  const preview = isCurrent ? data?.previewLedgerLoan : undefined;
  return (
    <div role="status" aria-label="Preview" className="stack">
      {error && isCurrent && <p className="error-text">{messageOf(error)}</p>}
      {preview && <Schedule preview={preview} />}
    </div>
  );
}

function Schedule({ preview }: { readonly preview: PreviewLoanQuery['previewLedgerLoan'] }) {
  const { levelPaymentCents, disbursedOn, installments } = preview;
  const last = installments.at(-1);
  const total = installments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <>
      <Facts
        facts={[
          ['Installment', <Money key="level" cents={levelPaymentCents} />],
          ['Last installment', last && <Money key="last" cents={last.amountCents} />],
          ['Matures', last && day(last.dueOn)],
          ['All installments', <Money key="total" cents={total} />],
        ]}
      />
      <details>
        <summary>Schedule if it is disbursed on {day(disbursedOn)} and each installment is paid when due</summary>
        <table className="table plain" aria-label="Schedule">
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Due</th>
              <th scope="col" className="numeric">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {installments.map(({ number, dueOn, amountCents }) => (
              <tr key={number}>
                <td>{number}</td>
                <td>{day(dueOn)}</td>
                <td className="numeric">
                  <Money cents={amountCents} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
