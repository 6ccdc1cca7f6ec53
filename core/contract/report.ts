/** The ten reports that there are (spec 4.4); `spr` is deferred and no report yet. */
export const REPORT_CODES = ['crr', 'nsfr', 'car', 'ncar', 'mpr', 'nsr', 'wor', 'pif', 'abr', 'dr'] as const;

/** Days past due (`dr`); what is not past due is in none. */
export const AGING_BUCKETS = ['1-29', '30-59', '60-89', '90-119', '120+'] as const;

/** What is owed, and what an adjustment was of (`ncar`). */
export const ADJUSTED_COMPONENTS = ['principal', 'interest', 'fee'] as const;

export type ReportCode = (typeof REPORT_CODES)[number];
