import { useState } from 'react';
import { day } from '../../../format/dates';
import { flagShown, flagState, stopsSentence } from '../../../format/flags';
import type { FlagFieldsFragment } from '../../../generated/graphql';
import type { GraphProblem } from '../../../graph/problem';
import { useHasRoleAt } from '../../../session/operator';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/instant';
import { Mark } from '../../../ui/mark';
import { NotRead } from '../../../ui/not-read';
import { Card } from '../../../ui/page';
import { LiftFlag } from './lift-flag';
import { SetFlag } from './set-flag';

interface FlagsProps {
  readonly id: string;
  readonly organizationId: string;
  readonly flags: readonly FlagFieldsFragment[];
  /** What the flags in force stop today. */
  readonly stops: readonly string[];
  readonly problem: GraphProblem | undefined;
}

/** The flags of a loan, those that are over behind a button, and the forms that set and lift one. */
export function FlagsOfAccount({ id, organizationId, flags, stops, problem }: FlagsProps) {
  const maySet = useHasRoleAt('agent')(organizationId);
  const mayLift = useHasRoleAt('supervisor')(organizationId);
  const [isSetting, setSetting] = useState(false);
  const [lifting, setLifting] = useState<FlagFieldsFragment>();
  const [isWhole, setWhole] = useState(false);
  const present = flags.filter(isPresent);
  const earlier = flags.filter((flag) => !isPresent(flag));
  return (
    <Card title="Flags" aside={maySet && <Button onPress={() => setSetting(true)}>Set a flag</Button>}>
      {problem && <NotRead what="Flags" problem={problem} />}
      {!problem && present.length === 0 && <p className="quiet">No flags on this loan.</p>}
      {present.some(({ state }) => state === 'in_force') && <p>{stopsSentence(stops)}</p>}
      <ul className="plain-list">
        {[...present, ...(isWhole ? earlier : [])].map((flag) => (
          <li key={flag.id}>
            <FlagFacts flag={flag} />
            {mayLift && isPresent(flag) && <Button onPress={() => setLifting(flag)}>Lift</Button>}
          </li>
        ))}
      </ul>
      {earlier.length > 0 && !isWhole && (
        <Button onPress={() => setWhole(true)}>
          Show {earlier.length} earlier {earlier.length === 1 ? 'flag' : 'flags'}
        </Button>
      )}
      {isSetting && (
        <SetFlag
          accountId={id}
          isSet={(kind) => present.some((flag) => flag.kind === kind)}
          onClose={() => setSetting(false)}
        />
      )}
      {lifting && <LiftFlag flag={lifting} onClose={() => setLifting(undefined)} />}
    </Card>
  );
}

/** In force, or it will be. */
function isPresent({ state }: FlagFieldsFragment): boolean {
  return state === 'in_force' || state === 'scheduled';
}

function FlagFacts({ flag }: { readonly flag: FlagFieldsFragment }) {
  const { kind, state, reason, setAt, setBy, setByName, liftedAt, liftedBy, liftedByName, liftReason } = flag;
  const { text, tone } = flagShown(kind);
  return (
    <>
      <p>
        <Mark tone={state === 'in_force' ? tone : 'quiet'}>{text}</Mark>
        {state !== 'in_force' && ` · ${flagState(state)}`} · {daysOf(flag)}
      </p>
      <p className="quiet">
        Set <Instant at={setAt} /> by {setByName ?? setBy}
      </p>
      <Reason text={reason} />
      {liftedAt && (
        <>
          <p className="quiet">
            Lifted <Instant at={liftedAt} /> by {liftedByName ?? liftedBy}
          </p>
          <Reason text={liftReason} />
        </>
      )}
    </>
  );
}

function daysOf({ effectiveFrom, effectiveUntil }: FlagFieldsFragment): string {
  const from = `from ${day(effectiveFrom)}`;
  return effectiveUntil ? `${from} to ${day(effectiveUntil)}` : from;
}

function Reason({ text }: { readonly text: string | null | undefined }) {
  return text ? <p className="note-text">{text}</p> : <p className="quiet">Erased on request</p>;
}
