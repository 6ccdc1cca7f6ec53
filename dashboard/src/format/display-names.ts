/** The name of a loan for display: its borrower and its number. */
interface NamedLoan {
  readonly id: string;
  readonly externalContractNumber?: string | null;
  readonly externalAccountNumber?: string | null;
  readonly primaryBorrower?: { readonly displayName: string } | null;
}

export function borrowerOf(loan: NamedLoan | null | undefined): string {
  return loan?.primaryBorrower?.displayName ?? numberOf(loan);
}

export function numberOf(loan: NamedLoan | null | undefined): string {
  return loan?.externalContractNumber ?? loan?.externalAccountNumber ?? loan?.id ?? '–';
}

/**
 * The display name of a loan system: the two built-in ones have names, others show the code under which they were
 * added.
 */
export function systemName(code: string | null | undefined): string {
  return SYSTEMS[code ?? ''] ?? code ?? 'Unknown';
}

/** The display name of a side of the tie-out. */
export function sideName(side: string): string {
  if (side === 'books') return 'Books';
  const [processor, code] = side.split(':');
  return processor === 'processor' && code !== undefined ? `${PROCESSORS[code] ?? code} cards` : systemName(side);
}

/** Whether the side is neither the books nor a card processor. */
export function isLoanSystem(side: string): boolean {
  return side !== 'books' && !side.includes(':');
}

const PROCESSORS: Readonly<Record<string, string>> = { sandbox: 'Sandbox', stripe: 'Stripe' };

const SYSTEMS: Readonly<Record<string, string>> = { ledger: 'Built-in ledger', sandbox: 'Sandbox' };

interface Instrument {
  readonly instrumentType: string;
  readonly lastFour: string;
  readonly cardBrand?: string | null;
  readonly bankName?: string | null;
}

/** `Visa ···· 4242`. */
export function instrumentName({ instrumentType, lastFour, cardBrand, bankName }: Instrument): string {
  const name = cardBrand ?? bankName ?? instrumentType.replaceAll('_', ' ');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ···· ${lastFour}`;
}

/** `Every 2 weeks`. */
export function frequency(unit: string, interval: number): string {
  return interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`;
}

/** The text of a code that the server sent; undefined: a newer server's code, which this page does not know. */
export function textOf(texts: Readonly<Record<string, string>>, code: string): string | undefined {
  return texts[code];
}
