import type { Pool } from 'pg';
import type { DemoProduct } from '../demo-product.js';
import type { Hand } from './hand.js';

export interface JobsFixture extends DemoProduct {
  readonly pool: Pool;
  readonly organizationId: string;
  readonly loan: FoundLoan;
  /** The first row of a statement. */
  one(statement: string, ...values: readonly unknown[]): Promise<Readonly<Record<string, any>>>;
}

/** A loan of the built-in ledger with a balance, and what it can be found by. */
export interface FoundLoan {
  readonly id: string;
  readonly number: string;
  readonly accountNumber: string;
  readonly borrower: string;
  readonly phone: string;
  readonly email: string;
}

/** Something that a lender's staff do in the dashboard, from Today until its result is shown. */
export interface Job {
  readonly name: string;
  readonly role: 'viewer' | 'agent' | 'supervisor' | 'admin';
  /** Makes the rows that the job is about; each device does the job on rows of its own. */
  readonly prepare?: (fixture: JobsFixture) => Promise<Readonly<Record<string, any>>>;
  /** Done when it returns. */
  readonly carryOut: (hand: Hand, fixture: JobsFixture, given: Readonly<Record<string, any>>) => Promise<void>;
}
