import type { ACT_DETAILS, LimitedAct } from '../contract/limited-acts.js';
import type { PlainText } from '../contract/stored-text.js';
import type { Cents } from '../money.js';
import type { Principal } from '../principal/principal.js';

/** The arguments of a mutation. Each act reads its own; they were checked against the schema. */
export type ActArguments = Readonly<Record<string, unknown>>;

/** One value of an act that an approver needs to see: no personal data, because it outlives the request's input. */
export interface ActDetail {
  readonly name: (typeof ACT_DETAILS)[number];
  readonly value: string;
}

/** What an act changes, and by how much. */
export interface ActSubject {
  readonly organizationId: string;
  /** Null for a loan that does not exist yet. */
  readonly accountId: string | null;
  /** For a reversal. */
  readonly paymentId: string | null;
  readonly amountCents: Cents;
  readonly details: readonly ActDetail[];
}

/** How an act ended. Not final: its outcome is unknown, and the same call returns it later. */
export interface ActResult {
  readonly isFinal: boolean;
  /** The loan that a booking has made. */
  readonly accountId: string | null;
  /** Why it had no effect in the end, such as a charge that was declined. */
  readonly failureCode?: string | null;
}

/** What an act may need of its request besides the arguments. */
export interface AskedFor {
  /** The operator who asked. */
  readonly askedBy: string;
  readonly details: readonly ActDetail[];
}

/** A mutation whose amount a role may be limited to: declared once beside the mutation's role. */
export interface ActWithLimit {
  readonly act: LimitedAct;
  /** The operation under which the mutation stores its Idempotency-Keys. */
  readonly operation: string;
  /** Undefined when the object is not found or the arguments are wrong: then the mutation itself refuses. */
  subjectOf(principal: Principal, args: ActArguments): Promise<ActSubject | undefined>;
  /** Checks the arguments by the rules of the act. Returns its reason. @throws {Problem} `validation_failed` */
  check(args: ActArguments): PlainText | null;
  /** Calls the mutation, with its own checks, exactly once per key. @throws {Problem} the refusals of the act */
  perform(principal: Principal, args: ActArguments, request: AskedFor): Promise<ActResult>;
}

/** By mutation. */
export type ActsWithLimits = Readonly<Record<string, ActWithLimit>>;
