import { useState } from 'react';
import { Dialog } from '../../../ui/dialog';
import type { UsualAmounts } from '../amount-choices';
import { useMethods } from '../autopay/method-choice';
import { NoMethod } from '../autopay/no-method';
import type { Schedule } from '../autopay/shown-schedule';
import { type ChargedLoan, ChargeForm } from './charge-form';
import { ChargeOutcome } from './charge-outcome';
import type { OneTimeCharge as Charge } from './use-charge-once';

interface OneTimeChargeProps {
  readonly account: ChargedLoan;
  readonly schedules: readonly Schedule[];
  readonly amounts: UsualAmounts;
  readonly onClose: () => void;
}

/** Charges a stored payment method once, with the borrower's authorization. */
export function OneTimeCharge({ account, schedules, amounts, onClose }: OneTimeChargeProps) {
  const methods = useMethods(account.id);
  const [charge, setCharge] = useState<Charge>();
  const [isSending, setSending] = useState(false);
  return (
    <Dialog title="One-time charge" isOpen onClose={onClose} isHeld={isSending}>
      {charge !== undefined ? (
        <ChargeOutcome charge={charge} onDone={onClose} />
      ) : methods === undefined ? (
        <p className="quiet">Reading the stored payment methods …</p>
      ) : methods.length === 0 ? (
        <NoMethod onClose={onClose} />
      ) : (
        <ChargeForm
          {...{ account, schedules, amounts, methods }}
          onSending={setSending}
          onCharged={setCharge}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
