/** Of white space alone, or a step through an address. */
const NO_NAME = /^(?:\s*|\.\.?)$/;

/**
 * The path of a request with its parameters filled in. With one that names nothing it would be another address: a list's, for example.
 *
 * @param template - as in the contract: `/v1/accounts/{account_id}/payments`
 * @throws {TypeError} that names the argument, before anything is sent
 */
export function pathOf(template: string, parameters: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (typeof value === 'string' && !NO_NAME.test(value)) return encodeURIComponent(value);
    // As the client's methods name it: `account_id` is `accountId`.
    const argument = name.replace(/_./g, (letter) => letter.slice(1).toUpperCase());
    throw new TypeError(`Tributary: give ${argument}; it is ${JSON.stringify(value)}`);
  });
}
