import { systemName } from '../../format/display-names';
import { count, plural } from '../../format/money';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { LenderName } from '../../ui/lender-name';
import { type BoardingDetails, WARNING_NAMES } from './shown-boarding';

export function BoardingFacts({ boarding }: { readonly boarding: BoardingDetails }) {
  const { loans, transactions, knownLoans, loansWritten, transactionsWritten, warningKinds } = boarding;
  return (
    <Facts
      facts={[
        ['Lender', <LenderName key="lender" id={boarding.organizationId} />],
        ['Ledger', systemName(boarding.loanSystemCode)],
        ['File', `${plural(boarding.lines, 'line')}, ${sizeText(boarding.bytes)}`],
        ['Valid loans', count(loans)],
        ['Rows of history', count(transactions)],
        ['Boarded before', plural(knownLoans, 'loan')],
        ['Boarded', `${plural(loansWritten, 'loan')}, ${plural(transactionsWritten, 'row')} of history`],
        ['Loans in error', boarding.skipsInvalid ? 'Left out' : 'Refuse the file'],
        ['Warnings', boarding.isStrict ? 'Treated as errors' : 'Those loans are boarded'],
        ...warningKinds.map(({ kind, count: number }) => [WARNING_NAMES[kind], count(number)] as const),
        ['Uploaded', <Instant key="uploaded" at={boarding.createdAt} />],
        ['Uploaded by', boarding.requestedBy],
        ['Ended', boarding.finishedAt && <Instant key="ended" at={boarding.finishedAt} />],
        ['Boarding ID', <code key="id">{boarding.id}</code>],
      ]}
    />
  );
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
