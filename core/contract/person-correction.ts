import { z } from 'zod';
import { bookLoanBody } from './ledger-request-bodies.js';

const { display_name, email, phone, address } = bookLoanBody.shape.borrowers.element.shape;

/** Body of a correction to a person, with the rules of booking: a field that is left out stays; null removes it. */
export const correctPersonBody = z
  .strictObject({
    display_name: display_name.refine((name) => name !== null, 'a person must have a name'),
    email,
    phone,
    address,
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'there is nothing to correct');

export type CorrectPersonBody = z.output<typeof correctPersonBody>;
