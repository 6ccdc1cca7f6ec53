import { describe, expect, it } from 'vitest';
import { maskedAddress, maskedEmail, maskedPhone } from './masked-contact.js';

describe('masked contact data', () => {
  it.each([
    ['ada@example.com', 'a•••@example.com'],
    ['a@example.com', '•••@example.com'],
    ['"odd@name"@example.com', '"•••@example.com'],
    ['nowhere', '•••'],
    ['@example.com', '•••@example.com'],
  ])('email %s: %s', (email, masked) => {
    expect(maskedEmail(email)).toBe(masked);
  });

  it.each([
    ['+1 (212) 555-0142', '•••42'],
    ['2125550142', '•••42'],
    ['555-01', '•••'],
    ['ask at the desk', '•••'],
  ])('telephone %s: %s', (phone, masked) => {
    expect(maskedPhone(phone)).toBe(masked);
  });

  it('an address: its state, or its country abroad', () => {
    expect(maskedAddress({ state: 'NY', country: 'US' })).toBe('•••, NY');
    expect(maskedAddress({ state: null, country: 'US' })).toBe('•••, US');
    expect(maskedAddress({ state: 'Bayern', country: 'DE' })).toBe('•••, DE');
  });
});
