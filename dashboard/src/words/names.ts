/** What people call a loan: who owes it, and its number. */
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

const UNITS: Readonly<Record<string, string>> = { day: 'day', week: 'week', month: 'month', year: 'year' };

/** `Every 2 weeks`. */
export function frequency(unit: string, interval: number): string {
  const name = UNITS[unit] ?? unit;
  return interval === 1 ? `Every ${name}` : `Every ${interval} ${name}s`;
}
