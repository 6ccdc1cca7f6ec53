import type { CardBrand, CollectedPaymentMethod, RecordPaymentInput } from '../generated/graphql';

/** A method's own field: a number, a card's brand, or none. */
export type MethodField =
  | { readonly kind: 'number'; readonly label: string; readonly problem: string }
  | { readonly kind: 'brand' }
  | undefined;

/** The API requires exactly these fields; a new method does not compile without its entry. */
export const METHOD_FIELDS: Readonly<Record<CollectedPaymentMethod, MethodField>> = {
  check: { kind: 'number', label: 'Check number', problem: 'Please enter the number on the check.' },
  cash: undefined,
  money_order: {
    kind: 'number',
    label: 'Serial number',
    problem: 'Please enter the serial number of the money order.',
  },
  cashiers_check: { kind: 'number', label: 'Check number', problem: 'Please enter the number on the cashier’s check.' },
  card: { kind: 'brand' },
};

const BRANDS: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
};

export const BRAND_CHOICES = Object.entries(BRANDS).map(([id, text]) => ({ id, text }));

export function brandName(brand: CardBrand): string {
  return BRANDS[brand];
}

/** What was typed for the method. */
export interface TypedMethod {
  readonly method: CollectedPaymentMethod;
  readonly number: string;
  readonly brand: string;
}

type MethodInput = Pick<RecordPaymentInput, 'paymentMethod' | 'checkNumber' | 'cardBrand'>;

/** The method with its field as the API takes them; undefined: the field is missing or wrong. */
export function methodInput({ method, number, brand }: TypedMethod): MethodInput | undefined {
  const field = METHOD_FIELDS[method];
  if (field === undefined) return { paymentMethod: method };
  switch (field.kind) {
    case 'number':
      return isNumber(number) ? { paymentMethod: method, checkNumber: Number(number) } : undefined;
    case 'brand':
      return isBrand(brand) ? { paymentMethod: method, cardBrand: brand } : undefined;
  }
}

function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text) && Number(text) > 0;
}

function isBrand(text: string): text is CardBrand {
  return Object.hasOwn(BRANDS, text);
}
