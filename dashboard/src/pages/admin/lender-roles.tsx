import type { Role } from '../../generated/contract-lists';
import { useLenders } from '../../lender/lenders';
import { ChoiceFilter } from '../../ui/choice-filter';
import { ACCESS_CHOICES, NO_ACCESS, roleOf } from './operator-draft';

type RolesByLender = Readonly<Record<string, Role>>;

interface LenderRolesProps {
  readonly roles: RolesByLender;
  readonly onChange: (roles: RolesByLender) => void;
  readonly problem?: string | undefined;
}

/** A role at each lender, or no access there. */
export function LenderRoles({ roles, onChange, problem }: LenderRolesProps) {
  const { lenders } = useLenders();
  const choose = (lender: string, chosen: string) => {
    const { [lender]: _before, ...others } = roles;
    onChange(chosen === NO_ACCESS ? others : { ...others, [lender]: roleOf(chosen) });
  };
  return (
    <>
      <ul className="lender-roles">
        {lenders.map(({ id, displayName }) => (
          <li key={id}>
            <ChoiceFilter
              label={displayName}
              isRequired
              choices={ACCESS_CHOICES}
              chosen={roles[id] ?? NO_ACCESS}
              onChoose={(chosen) => choose(id, chosen)}
            />
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
    </>
  );
}
