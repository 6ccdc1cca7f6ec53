import { count } from '../../format/money';
import { statusText } from '../../format/statuses';

/** Where the roles differ: each with the number of lenders, as `Viewer (2), Agent (1)`. */
export function rolesText(roles: readonly string[]): string {
  const names = [...new Set(roles)];
  const [only] = names;
  if (only !== undefined && names.length === 1) return statusText(only);
  return names
    .map((each) => `${statusText(each)} (${count(roles.filter((other) => other === each).length)})`)
    .join(', ');
}
