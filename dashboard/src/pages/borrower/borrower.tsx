import { Link, useParams } from '@tanstack/react-router';
import { BorrowerLoansDocument, BorrowerPageDocument, type BorrowerPageQuery } from '../../generated/graphql';
import { whyMissing } from '../../graph/missing-parts';
import { useParts } from '../../graph/use-answer';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { useHasRoleAt } from '../../session/operator';
import { Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Instant } from '../../ui/instant';
import { NotRead } from '../../ui/not-read';
import { Card, Page } from '../../ui/page';
import { UnreadPage } from '../../ui/unread-page';
import { ContactFacts } from '../account/contact-facts';
import { ChargesOfBorrower } from './charges-of-borrower';
import { DisputesOfBorrower } from './disputes-of-borrower';
import { loansOf } from './loan-of-borrower';
import { LoansOfBorrower } from './loans-of-borrower';
import { NotesOfBorrower } from './notes-of-borrower';

/** A person: all their loans, how to reach them, and what happened on any of the loans. */
export function BorrowerView() {
  const { id } = useParams({ from: '/borrowers/$id' });
  const person = useParts('borrower', BorrowerPageDocument, { id });
  const found = useParts('borrower-loans', BorrowerLoansDocument, { text: id }, { isLive: true });
  const mayWriteAt = useHasRoleAt('agent');
  const mayReadLogAt = useHasRoleAt('admin');
  if (person.data === undefined) return <UnreadPage title="Borrower" error={person.error} refetch={person.refetch} />;
  const { data, missing } = person.data;
  const { organizationId, organization, displayName, erasedAt } = data.person;
  const mayWrite = mayWriteAt(organizationId);
  const loans = found.data && loansOf(found.data);
  const lender = whyMissing(missing, 'person', 'organization') ? 'lender not read' : organization?.displayName;
  return (
    <TimeZoneOf organizationId={organizationId}>
      <Page
        title={displayName}
        about={
          <>
            Borrower{lender && ` · ${lender}`}
            {erasedAt && (
              <>
                {' '}
                · Erased on request, <Instant at={erasedAt} />
              </>
            )}
          </>
        }
        actions={
          mayReadLogAt(organizationId) && (
            <Link to="/admin/audit" search={{ person: id, of: organizationId }}>
              Audit log
            </Link>
          )
        }
      >
        {loans === undefined ? (
          <Card title="Loans">
            {found.error ? <Failed error={found.error} retry={() => void found.refetch()} /> : <Skeleton />}
          </Card>
        ) : (
          <LoansOfBorrower {...{ id, loans, mayWrite }} hasMore={found.data?.data.accounts.page.hasMore === true} />
        )}
        <div className="columns">
          <div className="stack">
            {loans && <NotesOfBorrower loans={loans} />}
            {loans && <ChargesOfBorrower loans={loans} />}
          </div>
          <div className="stack">
            <Contact person={data.person} missing={missing} />
            {loans && <DisputesOfBorrower loans={loans} />}
          </div>
        </div>
      </Page>
    </TimeZoneOf>
  );
}

interface ContactProps {
  readonly person: BorrowerPageQuery['person'];
  readonly missing: Parameters<typeof whyMissing>[0];
}

function Contact({ person, missing }: ContactProps) {
  const parts = ['maskedEmail', 'maskedPhone', 'maskedAddress'] as const;
  const problem = parts.map((part) => whyMissing(missing, 'person', part)).find((each) => each !== undefined);
  return (
    <ContactFacts person={person} organizationId={person.organizationId}>
      {({ aside, facts }) => (
        <Card title="Contact" aside={aside}>
          {problem && <NotRead what="Some of the contact data" problem={problem} />}
          {facts}
        </Card>
      )}
    </ContactFacts>
  );
}
