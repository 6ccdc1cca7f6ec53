import { AUTHORIZATION_METHODS } from '../../../format/authorization-methods';
import type { AccountPageQuery, ChargeAuthorizationMethod } from '../../../generated/graphql';
import { ChoiceFilter } from '../../../ui/choice-filter';
import { DayOfPlan } from '../autopay/day-of-plan';

interface AuthorizationFieldsProps {
  readonly borrowers: AccountPageQuery['account']['borrowers'];
  readonly authorizedBy: string;
  readonly how: ChargeAuthorizationMethod;
  readonly authorizedOn: string;
  readonly today: string;
  readonly problemAt: (field: string) => string | undefined;
  readonly onAuthorizer: (personId: string) => void;
  readonly onHow: (how: ChargeAuthorizationMethod) => void;
  readonly onDay: (on: string) => void;
}

/** Who authorized the charge, how, and on which day. */
export function AuthorizationFields(props: AuthorizationFieldsProps) {
  const { borrowers, authorizedBy, how, authorizedOn, today, problemAt, onAuthorizer, onHow, onDay } = props;
  return (
    <fieldset className="stack" aria-label="Authorization">
      <ChoiceFilter
        label="Authorized by"
        isRequired
        choices={borrowers.map(({ partyId, displayName }) => ({ id: partyId, text: displayName ?? partyId }))}
        chosen={authorizedBy}
        onChoose={onAuthorizer}
        problem={problemAt('authorizerId')}
      />
      <ChoiceFilter
        label="How"
        isRequired
        choices={AUTHORIZATION_METHODS}
        chosen={how}
        onChoose={(id) => onHow(AUTHORIZATION_METHODS.find((each) => each.id === id)?.id ?? how)}
      />
      <DayOfPlan
        label="Authorized on"
        value={authorizedOn}
        min={undefined}
        max={today}
        onChange={onDay}
        problem={authorizedOn === '' ? 'Please choose a day.' : problemAt('authorizedOn')}
      />
    </fieldset>
  );
}
