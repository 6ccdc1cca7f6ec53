/** How many totals a page reads at once: a month each. */
const MONTHS = 12;
/** The number of campaigns on a page. */
const CAMPAIGNS = 10;

/** The dashboard's documents that ask for one thing several times, so that a page needs few requests. */
export function repeatedDocuments(): string {
  return `# Written by \`npm run generate\` from tools/repeated-documents.ts.

query TwelveMonths(
  $code: ReportCode!
  $organizationId: ID
${times(MONTHS, (at) => `  $from${at}: Date!\n  $to${at}: Date!\n`)}) {
${times(MONTHS, (at) => `  m${at}: reportTotals(code: $code, organizationId: $organizationId, from: $from${at}, to: $to${at}) {\n    ...MonthAtPortfolio\n  }\n`)}}

query Funnels(
${times(CAMPAIGNS, (at) => `  $id${at}: ID!\n  $has${at}: Boolean!\n`)}) {
${times(CAMPAIGNS, (at) => `  c${at}: campaignStats(campaignId: $id${at}) @include(if: $has${at}) {\n    ...FunnelOfCampaign\n  }\n`)}}
`;
}

function times(count: number, lineOf: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => lineOf(at)).join('');
}
