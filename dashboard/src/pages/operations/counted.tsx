import { count } from '../../format/money';
import { DASH } from '../../ui/dash';
import { Ago } from '../../ui/instant';

/** A number, or `10,000+` where more were not counted. */
export function counted(value: number, isExact: boolean): string {
  return isExact ? count(value) : `${count(value)}+`;
}

/** How long ago, or a dash. */
export function Since({ at }: { readonly at: string | null | undefined }) {
  return at ? <Ago at={at} /> : DASH;
}
