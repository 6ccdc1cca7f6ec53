/** The ten reports that there are (spec 4.4); `spr` is deferred and no report yet. */
export const REPORT_CODES = ['crr', 'nsfr', 'car', 'ncar', 'mpr', 'nsr', 'wor', 'pif', 'abr', 'dr'] as const;

export type ReportCode = (typeof REPORT_CODES)[number];
