import { Field, ID, ObjectType } from 'type-graphql';
import { enumOf } from '../../../../core/graphql/enum.js';
import { LEDGER_OPERATION_TYPES } from '../operation/ledger-operation.row.js';

const LEDGER_WRITES = ['booking', ...LEDGER_OPERATION_TYPES] as const;
export type LedgerWrite = (typeof LEDGER_WRITES)[number];

export const LedgerWriteEnum = enumOf(LEDGER_WRITES, {
  name: 'LedgerWrite',
  description: 'A keyed write to the ledger.',
  values: {
    booking: 'A loan is booked.',
    disbursement: 'A loan is disbursed.',
    waiver: 'Interest or fees are waived.',
    adjustment: 'The balance owed is adjusted.',
    charge_off: 'A loan is charged off.',
    charge_off_reversal: 'A charge-off is reversed.',
    closing: 'A loan is closed permanently.',
  },
});

@ObjectType({ description: 'The result of a keyed write to the ledger.' })
export class LedgerWriteOutcome {
  @Field(() => ID, { description: 'The account that was booked or changed.' })
  accountId!: string;
}
