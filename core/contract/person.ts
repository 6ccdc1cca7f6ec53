import { z } from 'zod';
import { bookLoanBody } from './ledger.js';

const { display_name, email, phone, address } = bookLoanBody.shape.borrowers.element.shape;

/** Body of a correction, by the rules of booking: a field that is left out stays as it is; null removes it. */
export const correctPersonBody = z
  .strictObject({
    display_name: display_name.refine((name) => name !== null, 'a person has a name'),
    email,
    phone,
    address,
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'nothing is to be corrected');

export type CorrectPersonBody = z.output<typeof correctPersonBody>;
