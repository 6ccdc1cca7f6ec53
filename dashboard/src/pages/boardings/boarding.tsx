import { useParams } from '@tanstack/react-router';
import { plural } from '../../format/money';
import { AbandonBoardingDocument, OneBoardingDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { useHasRoleAt } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { Card, Page } from '../../ui/page';
import { Status } from '../../ui/status';
import { UnreadPage } from '../../ui/unread-page';
import { BoardFileButton } from './board-file';
import { BoardedLoans } from './boarded-loans';
import { BoardingFacts } from './boarding-facts';
import { BoardingProblems } from './boarding-problems';
import { BoardingTotals } from './boarding-totals';
import { DownloadProblems } from './download-problems';
import { type BoardingDetails, isClean, isRunning, loansToWrite, progressOf } from './shown-boarding';

/** One boarding: how far it is, its problems by line and column, its totals, and the loans that it boarded. */
export function BoardingView() {
  const { id } = useParams({ from: '/boardings/$id' });
  const { data, error, refetch } = useAnswer('boarding', OneBoardingDocument, { id }, { isLive: true });
  if (data === undefined) return <UnreadPage title="Boarding" error={error} refetch={refetch} />;
  const { ledgerBoarding: boarding } = data;
  return (
    <TimeZoneOf organizationId={boarding.organizationId}>
      <Page
        title={`${boarding.isDryRun ? 'Dry run' : 'Boarding'}, ${plural(boarding.tieOut?.file.loans ?? boarding.loans, 'loan')}`}
        about={
          <span role="status">
            <Status kind="boarding" status={boarding.status} /> · {progressOf(boarding)}
          </span>
        }
        actions={<BoardingActions boarding={boarding} />}
      >
        {boarding.status === 'writing' && (
          <progress aria-label="Loans boarded" max={loansToWrite(boarding)} value={boarding.loansWritten} />
        )}
        <BoardingProblems boarding={boarding} />
        {boarding.tieOut && (
          <Card title="Totals">
            <BoardingTotals tieOut={boarding.tieOut} />
          </Card>
        )}
        {!boarding.isDryRun && <BoardedLoans boarding={boarding} />}
        <Card title="Details">
          <BoardingFacts boarding={boarding} />
        </Card>
      </Page>
    </TimeZoneOf>
  );
}

function BoardingActions({ boarding }: { readonly boarding: BoardingDetails }) {
  const { id, organizationId, errors, differences, warnings } = boarding;
  if (!useHasRoleAt('supervisor')(organizationId)) return null;
  return (
    <>
      {isClean(boarding) && <BoardFileButton label="Board this file" organizationId={organizationId} />}
      {isRunning(boarding) && (
        <ActButton
          label="Abandon"
          question="Abandon this boarding? Loans already boarded stay, the others are not boarded. Uploading the same file again boards the others."
          perform={() => request(AbandonBoardingDocument, { id, key: `abandon ${id}` })}
        />
      )}
      {errors + differences + warnings > 0 && <DownloadProblems id={id} />}
    </>
  );
}
