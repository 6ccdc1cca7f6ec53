/**
 * Whether a user agent is that of a scanner or a prefetcher. Gmail's image proxy is not: it loads images when the
 * reader opens the message, so it counts as a person.
 */
export function isMachineAgent(agent: string | null): boolean {
  return agent !== null && (agent === APPLE_PRIVACY_PROTECTION || MACHINES.some((machine) => machine.test(agent)));
}

/** Apple's Mail Privacy Protection preloads every image with exactly this user agent. */
const APPLE_PRIVACY_PROTECTION = 'Mozilla/5.0';

const MACHINES: readonly RegExp[] = [
  // CUBOT makes telephones.
  /(?<!cu)bot\b|crawler|spider|scanner|prefetch|preview/i,
  /barracuda|mimecast|proofpoint|forcepoint|messagelabs|symantec|trendmicro|fireeye|cloudmark|hornetsecurity/i,
  /headless|phantomjs|selenium|puppeteer|playwright/i,
  /^(curl|wget|java|okhttp|python|go-http-client|apache-httpclient|libwww-perl|ruby|axios|node)\b/i,
];
