/** Days past due (`dr`); loans that are not past due are in none. */
export const AGING_BUCKETS = ['1-29', '30-59', '60-89', '90-119', '120+'] as const;

/** The components of what is owed, and of an adjustment (`ncar`). */
export const ADJUSTED_COMPONENTS = ['principal', 'interest', 'fee'] as const;
