/** TRUST_PROXY as Express takes it: `true`, `false`, a number of hops, or a list of addresses. */
export function trustSetting(trustProxy: string): boolean | number | string {
  if (trustProxy === 'true' || trustProxy === 'false') return trustProxy === 'true';
  return /^\d+$/.test(trustProxy) ? Number(trustProxy) : trustProxy;
}
