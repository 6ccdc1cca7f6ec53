import { describe, expect, it } from 'vitest';
import { paymentNotes, reversalMarkOf, reversalNotes } from './notes.js';

describe('notes', () => {
  it('a reversal’s reference is found in any text that Mambu wraps around it', () => {
    const notes = reversalNotes({ reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV', isNsf: false }, 'x'.repeat(400));
    expect(notes).toHaveLength(255);
    expect(reversalMarkOf(`<p>${notes}</p>`)).toEqual({ reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV', isNsf: false });
    expect(reversalMarkOf('Reversed by hand')).toBeUndefined();
    expect(reversalMarkOf(undefined)).toBeUndefined();
  });

  it('a payment’s method, check number and memo, cut at Mambu’s limit', () => {
    expect(paymentNotes({ paymentMethod: 'check', checkNumber: 7, memo: 'm' })).toBe('check 7: m');
    expect(paymentNotes({ paymentMethod: 'cash', checkNumber: null, memo: null })).toBe('cash');
    expect(paymentNotes({ paymentMethod: 'cash', checkNumber: null, memo: 'm'.repeat(300) })).toHaveLength(255);
  });
});
