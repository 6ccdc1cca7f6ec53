import { flagShown } from '../../../format/flags';
import type { FlagFieldsFragment } from '../../../generated/graphql';
import { Mark } from '../../../ui/mark';

/** The flags in force, at the top of a loan’s page. */
export function FlagMarks({ flags }: { readonly flags: readonly FlagFieldsFragment[] }) {
  const inForce = flags.filter(({ state }) => state === 'in_force');
  return inForce.map(({ id, kind }) => {
    const { text, tone } = flagShown(kind);
    return (
      <span key={id}>
        {' '}
        · <Mark tone={tone}>{text}</Mark>
      </span>
    );
  });
}
