import { useState } from 'react';
import { sideName } from '../../format/display-names';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { type DifferenceListQuery, PostDifferenceDocument, ReverseDifferenceDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useTyped } from '../../session/typed-values';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/instant';
import { ReasonField } from '../../ui/reason-field';
import { ActDialog, ExceptionActs } from '../exceptions/resolve-or-defer-exception';

export type Difference = DifferenceListQuery['tieOutDifferences']['items'][number];

/** The caller's possible actions on a difference: correct it in the loan system, or accept it. */
export function DifferenceActs({ difference }: { readonly difference: Difference }) {
  const { acts, exception } = difference;
  if (acts.length === 0) return null;
  return (
    <div className="filters">
      {acts.includes('post') && <MoneyAct kind="post" difference={difference} />}
      {acts.includes('reverse') && <MoneyAct kind="reverse" difference={difference} />}
      <ExceptionActs exception={exception} resolve="Accept" />
    </div>
  );
}

/** The last action on the difference, and its status. */
export function LastAct({ difference: { lastAct, side, status } }: { readonly difference: Difference }) {
  if (lastAct === null) return null;
  const done = `${lastAct.kind === 'post' ? 'Posting' : 'Reversal'} of ${dollars(lastAct.amountCents)}`;
  const says = {
    pending: `is pending: ${sideName(side)} has not confirmed it yet`,
    done: status === 'gone' ? 'is done' : 'is done. The next tie-out closes this difference if it is gone',
    refused: `was refused: ${statusText(lastAct.failureCode ?? 'refused')}`,
  }[lastAct.status];
  return (
    <p className="quiet">
      {done} {says}. {lastAct.reason} · {lastAct.createdBy}, <Instant at={lastAct.createdAt} />
    </p>
  );
}

const HINT_OF_SENT = 'Stored with your name, and sent to the loan system.';

type Kind = 'post' | 'reverse';
const LABELS: Readonly<Record<Kind, string>> = { post: 'Post', reverse: 'Reverse' };

function MoneyAct({ kind, difference }: { readonly kind: Kind; readonly difference: Difference }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{LABELS[kind]}</Button>
      {isOpen && <MoneyDialog {...{ kind, difference }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MoneyDialogProps {
  readonly kind: Kind;
  readonly difference: Difference;
  readonly onClose: () => void;
}

/**
 * The action applies to the facts that were shown when the dialog was opened: if a comparison has found others since,
 * nothing is done.
 */
function MoneyDialog({ kind, difference, onClose }: MoneyDialogProps) {
  const [seen] = useState(difference);
  const [reason, setReason] = useTyped(`${kind}:${difference.id}`, '');
  const isSent = kind === 'reverse' && seen.kind !== 'reversed_there';
  const asked = { id: seen.id, factsVersion: seen.factsVersion, reason };
  const perform = (): Promise<unknown> =>
    kind === 'post' ? request(PostDifferenceDocument, asked) : request(ReverseDifferenceDocument, asked);
  return (
    <ActDialog exception={seen.exception} label={LABELS[kind]} isReady={reason.trim() !== ''} {...{ perform, onClose }}>
      <p>{whatHappens(kind, seen)}</p>
      <ReasonField label="Reason" value={reason} onChange={setReason} {...(isSent && { hint: HINT_OF_SENT })} />
    </ActDialog>
  );
}

function whatHappens(kind: Kind, { kind: what, side, ours, theirs }: Difference): string {
  const amount = dollars(amountOf(kind === 'post' ? ours : theirs) ?? amountOf(ours) ?? 0);
  const where = sideName(side);
  if (kind === 'post') return `${amount} is posted in ${where}, once, under the payment’s own reference.`;
  if (what === 'reversed_there')
    return `${where} has reversed ${amount}. The payment is reversed in Tributary too; nothing is sent.`;
  if (what === 'posting_doubled')
    return `One of the postings of ${amount} in ${where} is reversed, once. Tributary’s own posting stays.`;
  return `The posting of ${amount} in ${where} is reversed, once.`;
}

function amountOf(facts: object | null): number | undefined {
  const cents: unknown = facts === null ? undefined : Reflect.get(facts, 'amount_cents');
  return typeof cents === 'number' ? cents : undefined;
}
