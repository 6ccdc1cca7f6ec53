/**
 * Whether an instrument may be put on a schedule: it is active, a processor of this process can charge it, and a
 * card is not past the last day of its expiry month. A schedule that has it already continues: the issuer decides
 * whether it pays.
 *
 * @param processors - those that their organization may charge here.
 * @param today - the date where loans are serviced.
 */
export const isEligible = (m: string, { processors, today }: Readonly<Record<'processors' | 'today', string>>) =>
  `${m}.is_active and ${m}.processor_token is not null and ${m}.processor = any(${processors}::text[])
   and coalesce(make_date(${m}.expiration_year, ${m}.expiration_month, 1) + interval '1 month' > ${today}::date, true)`;
