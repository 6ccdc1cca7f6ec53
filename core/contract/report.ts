/** Days past due (`dr`); what is not past due is in none. */
export const AGING_BUCKETS = ['1-29', '30-59', '60-89', '90-119', '120+'] as const;

/** What is owed, and what an adjustment was of (`ncar`). */
export const ADJUSTED_COMPONENTS = ['principal', 'interest', 'fee'] as const;
