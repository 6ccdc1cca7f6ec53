import { FLAG_STOPS, flagShown, stopText } from '../../format/flags';
import { ChangeFlagRuleDocument, FlagRulesDocument, type FlagRulesQuery } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useLender } from '../../lender/chosen-lender';
import { useLenders } from '../../lender/lenders';
import { useHasRoleAt } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { Empty, Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Card, Page } from '../../ui/page';

type Rule = FlagRulesQuery['accountFlagRules'][number];
type Stop = Rule['stops'][number];

/** What each kind of flag stops at the chosen lender, or at the only one. */
export function FlagRules() {
  const chosen = useLender();
  const { lenders } = useLenders();
  const only = lenders.length === 1 ? lenders[0]?.id : undefined;
  const organizationId = chosen ?? only;
  return (
    <Page
      title="Account flags"
      about="What each flag on a loan stops. Autopay, the check before an email is sent and the lists obey this table at once."
    >
      {organizationId === undefined ? (
        <Empty title="Choose a lender">Each lender has a table of its own. Choose one at the top of the page.</Empty>
      ) : (
        <RulesOf key={organizationId} organizationId={organizationId} />
      )}
    </Page>
  );
}

function RulesOf({ organizationId }: { readonly organizationId: string }) {
  const { data, error, refetch } = useAnswer('flag-rules', FlagRulesDocument, { organizationId });
  const mayChange = useHasRoleAt('admin')(organizationId);
  const name = useLenders().lenders.find(({ id }) => id === organizationId)?.displayName;
  if (data === undefined) return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton />;
  return (
    <Card title={name ?? 'Account flags'}>
      <div className="scrolls">
        <table className="table plain">
          <thead>
            <tr>
              <th scope="col">Flag</th>
              {FLAG_STOPS.map((stop) => (
                <th key={stop} scope="col">
                  {stopText(stop)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.accountFlagRules.map((rule) => (
              <tr key={rule.kind}>
                <th scope="row">{flagShown(rule.kind).text}</th>
                {FLAG_STOPS.map((stop) => (
                  <td key={stop}>
                    <Cell organizationId={organizationId} rule={rule} stop={stop} mayChange={mayChange} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

interface CellProps {
  readonly organizationId: string;
  readonly rule: Rule;
  readonly stop: Stop;
  readonly mayChange: boolean;
}

function Cell({ organizationId, rule: { kind, stops, stopsByDefault }, stop, mayChange }: CellProps) {
  const isStopped = stops.includes(stop);
  const isChanged = isStopped !== stopsByDefault.includes(stop);
  const after = isStopped ? stops.filter((each) => each !== stop) : [...stops, stop];
  const what = `${flagShown(kind).text}: ${stopText(stop).toLowerCase()}`;
  return (
    <>
      {isStopped ? 'Stopped' : 'Allowed'}
      {isChanged && <span className="quiet"> (changed)</span>}{' '}
      {mayChange && (
        <ActButton
          label={isStopped ? 'Allow' : 'Stop'}
          of={what}
          question={`${what}. From now on this is ${isStopped ? 'allowed' : 'stopped'} for every loan of this lender with the flag.`}
          perform={() => request(ChangeFlagRuleDocument, { organizationId, input: { kind, stops: after } })}
        />
      )}
    </>
  );
}
