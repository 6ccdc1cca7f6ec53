/** White space alone, or a relative path step. */
const NO_NAME = /^(?:\s*|\.\.?)$/;

/**
 * Fills the parameters into a request's path. An empty parameter would make another address, such as a list's.
 *
 * @param template - as in the contract: `/v1/accounts/{account_id}/payments`
 * @throws {TypeError} that names the argument, before anything is sent
 */
export function pathOf(template: string, parameters: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (typeof value === 'string' && !NO_NAME.test(value)) return encodeURIComponent(value);
    // Named as in the client's methods: `account_id` is `accountId`.
    const argument = name.replace(/_./g, (letter) => letter.slice(1).toUpperCase());
    throw new TypeError(`Tributary: ${argument} is required, got ${JSON.stringify(value)}`);
  });
}
