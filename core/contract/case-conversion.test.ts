import { describe, expect, expectTypeOf, it } from 'vitest';
import { bodyOf, type SnakeCased, snakeCased } from './case-conversion.js';

interface Input {
  readonly amountCents: number;
  readonly line1?: string | null;
  readonly isNsf: boolean | undefined;
}
interface Body {
  readonly amount_cents: number;
  readonly line1?: string;
  readonly is_nsf?: boolean;
}

describe('from the graph’s names to the contract’s', () => {
  it('members keep their order, their values and their types', () => {
    const members = snakeCased({ paymentId: 'x', memo: null, referenceNumber: 7, inner: { isOpen: true } });
    expect(JSON.stringify(members)).toBe('{"payment_id":"x","memo":null,"reference_number":7,"inner":{"isOpen":true}}');
    expectTypeOf(members.reference_number).toEqualTypeOf<number>();
    expectTypeOf<SnakeCased<Input>>().toEqualTypeOf<{
      readonly amount_cents: number;
      readonly line1?: string | null;
      readonly is_nsf: boolean | undefined;
    }>();
  });

  it('a member that the input leaves out is not in the body; null is', () => {
    expect(bodyOf<Body, Input>({ amountCents: 1, line1: null, isNsf: undefined })).toEqual({
      amount_cents: 1,
      line1: null,
    });
  });

  it('an input that lacks a member of the body, or has an extra one, does not compile', () => {
    // @ts-expect-error the contract has a memo, the input has none
    bodyOf<Body & { readonly memo?: string }, Input>({ amountCents: 1, isNsf: true });
    // @ts-expect-error the input has a memo, the contract has none
    bodyOf<Body, Input & { readonly memo: string }>({ amountCents: 1, isNsf: true, memo: 'x' });
  });
});
