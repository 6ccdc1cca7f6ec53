export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A calendar date, YYYY-MM-DD. */
  Date: { input: string; output: string; }
  /** An instant in UTC, RFC 3339. */
  DateTime: { input: string; output: string; }
  /** An integer between -(2^53 - 1) and 2^53 - 1. */
  SafeInt: { input: number; output: number; }
};

/** Where a loan stands. */
export type AccountStatusCode =
  | 'active'
  | 'charged_off'
  | 'closed'
  | 'delinquent'
  | 'paid_in_full'
  | 'pending';

/** Brand of a card run on the collector’s own terminal. */
export type CardBrand =
  | 'amex'
  | 'diners'
  | 'discover'
  | 'mastercard'
  | 'visa';

/** How a payment was collected (spec 2.3). */
export type CollectedPaymentMethod =
  | 'card'
  | 'cash'
  | 'cashiers_check'
  | 'check'
  | 'money_order';

/** Spec 3.1. */
export type CollectedPaymentStatus =
  | 'failed'
  | 'pending'
  | 'pending_confirmation'
  | 'posted'
  | 'reversal_pending'
  | 'reversed';

/** What kind of instrument is stored. */
export type InstrumentType =
  | 'bank_account'
  | 'card'
  | 'wallet';

/** Spec 4.2. */
export type RecordPaymentInput = {
  /** Cents; greater than 0, at most the payoff. */
  readonly amountCents: Scalars['SafeInt']['input'];
  /** For card. */
  readonly cardBrand?: InputMaybe<CardBrand>;
  /** For check, money_order (its serial number) and cashiers_check. */
  readonly checkNumber?: InputMaybe<Scalars['SafeInt']['input']>;
  /** At most 64 characters. */
  readonly externalReference?: InputMaybe<Scalars['String']['input']>;
  /** At most 200 characters. */
  readonly memo?: InputMaybe<Scalars['String']['input']>;
  readonly paymentMethod: CollectedPaymentMethod;
};

export type ReversePaymentInput = {
  /** True when reversing for non-sufficient funds. */
  readonly isNsf?: InputMaybe<Scalars['Boolean']['input']>;
  /** At most 200 characters. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
};

/** What is left out stays. */
export type UpdatePaymentMethodInput = {
  readonly holderName?: InputMaybe<Scalars['String']['input']>;
  /** Null takes the nickname away. */
  readonly nickname?: InputMaybe<Scalars['String']['input']>;
};

export type AccountFieldsFragment = { readonly id: string, readonly organization_id: string, readonly primary_borrower_party_id: string, readonly external_contract_number: string | null, readonly external_account_number: string | null, readonly current_balance_cents: number, readonly status_code: AccountStatusCode };

export type ListAccountsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListAccountsQuery = { readonly accounts: { readonly items: ReadonlyArray<{ readonly id: string, readonly organization_id: string, readonly primary_borrower_party_id: string, readonly external_contract_number: string | null, readonly external_account_number: string | null, readonly current_balance_cents: number, readonly status_code: AccountStatusCode }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type DeletePaymentMethodMutationVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type DeletePaymentMethodMutation = { readonly deactivatePaymentMethod: boolean };

export type GetPaymentMethodQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type GetPaymentMethodQuery = { readonly paymentMethod: { readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean } };

export type ListAccountPaymentMethodsQueryVariables = Exact<{
  id: Scalars['ID']['input'];
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListAccountPaymentMethodsQuery = { readonly accountPaymentMethods: { readonly items: ReadonlyArray<{ readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type ListPaymentMethodsQueryVariables = Exact<{
  organization_id?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  party_id?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListPaymentMethodsQuery = { readonly paymentMethods: { readonly items: ReadonlyArray<{ readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type PaymentMethodFieldsFragment = { readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean };

export type UpdatePaymentMethodMutationVariables = Exact<{
  id: Scalars['ID']['input'];
  input: UpdatePaymentMethodInput;
}>;


export type UpdatePaymentMethodMutation = { readonly updatePaymentMethod: { readonly id: string, readonly nickname: string | null, readonly party_id: string, readonly instrument_type: InstrumentType, readonly holder_name: string, readonly last_four: string, readonly card_brand: string | null, readonly expiration_month: number | null, readonly expiration_year: number | null, readonly bank_name: string | null, readonly is_active: boolean } };

export type PageFieldsFragment = { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean };

export type GetOrganizationQueryVariables = Exact<{
  party_id: Scalars['ID']['input'];
}>;


export type GetOrganizationQuery = { readonly organization: { readonly id: string, readonly display_name: string, readonly is_active: boolean, readonly legal_name: string, readonly dba_name: string } };

export type ListOrganizationsQueryVariables = Exact<{
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListOrganizationsQuery = { readonly organizations: { readonly items: ReadonlyArray<{ readonly id: string, readonly display_name: string, readonly is_active: boolean, readonly legal_name: string, readonly dba_name: string }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type OrganizationFieldsFragment = { readonly id: string, readonly display_name: string, readonly is_active: boolean, readonly legal_name: string, readonly dba_name: string };

export type CollectedPaymentFieldsFragment = { readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null };

export type GetPaymentQueryVariables = Exact<{
  payment_id: Scalars['ID']['input'];
}>;


export type GetPaymentQuery = { readonly payment: { readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null } };

export type ListPaymentsQueryVariables = Exact<{
  account_id: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
}>;


export type ListPaymentsQuery = { readonly payments: { readonly items: ReadonlyArray<{ readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null }>, readonly page: { readonly limit: number, readonly next_cursor: string | null, readonly has_more: boolean } } };

export type RecordPaymentMutationVariables = Exact<{
  account_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
  amount_cents: Scalars['SafeInt']['input'];
  payment_method: CollectedPaymentMethod;
  check_number?: InputMaybe<Scalars['SafeInt']['input']>;
  card_brand?: InputMaybe<CardBrand>;
  external_reference?: InputMaybe<Scalars['String']['input']>;
  memo?: InputMaybe<Scalars['String']['input']>;
}>;


export type RecordPaymentMutation = { readonly recordPayment: { readonly replayed: boolean, readonly payment: { readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null } } };

export type ReversePaymentMutationVariables = Exact<{
  payment_id: Scalars['ID']['input'];
  idempotency_key: Scalars['String']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
  is_nsf?: InputMaybe<Scalars['Boolean']['input']>;
}>;


export type ReversePaymentMutation = { readonly reversePayment: { readonly replayed: boolean, readonly payment: { readonly status: CollectedPaymentStatus, readonly memo: string | null, readonly payment_id: string, readonly account_id: string, readonly amount_cents: number, readonly payment_method: CollectedPaymentMethod, readonly check_number: number | null, readonly effective_date: string | null, readonly external_reference: string | null, readonly reference_number: number | null, readonly posted_at: string | null, readonly reversal: { readonly reason: string | null, readonly reversed_at: string | null, readonly is_nsf: boolean | null, readonly reference_number: number | null, readonly reversed_by: string | null } | null } } };
