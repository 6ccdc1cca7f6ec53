import { Link } from '@tanstack/react-router';
import { numberOf, sideName } from '../../format/display-names';
import { exceptionName, exceptionToDo } from '../../format/exceptions';
import type { ExceptionListQuery } from '../../generated/graphql';
import { useTimeZone } from '../../lender/page-time-zone';
import { BothSides } from '../../ui/both-sides-facts-table';
import { Facts } from '../../ui/facts';
import { Ago } from '../../ui/instant';
import { LoanLink } from '../../ui/loan-link';
import { HeldRunActs, RefundRunAct } from './charge-or-cancel-held-run';
import { ExceptionFacts } from './exception-facts';
import { isAboutOneLoan, SubjectLinks } from './exception-links';
import { EXCEPTION_SENTENCES } from './exception-sentences';
import { ExceptionActs, ResolvedNote } from './resolve-or-defer-exception';

type Exception = ExceptionListQuery['operatorExceptions']['items'][number];

interface ExceptionProps {
  readonly exception: Exception;
}

/** What happened, on which loan, what to do, and the buttons for it. */
export function ExceptionCard({ exception, mayResolve }: ExceptionProps & { readonly mayResolve: boolean }) {
  const { kind, createdAt, account, resolvedAt, runId } = exception;
  const isOpen = mayResolve && resolvedAt === null;
  return (
    <li className="card">
      <header>
        <h2>{exceptionName(kind)}</h2>
        <span className="quiet">
          <Ago at={createdAt} />
        </span>
      </header>
      <div className="filters">
        {account ? (
          <>
            <LoanLink loan={account} />
            <span className="quiet">{numberOf(account)}</span>
          </>
        ) : (
          <span className="quiet">{isAboutOneLoan(kind) ? 'The loan is not known' : 'Not about one loan'}</span>
        )}
        <SubjectLinks exception={exception} />
      </div>
      <WhatHappened exception={exception} />
      {exceptionToDo(kind) && <p>{exceptionToDo(kind)}</p>}
      <ResolvedNote exception={exception} />
      {isOpen && kind === 'autopay_run_held' && <HeldRunActs exception={exception} />}
      {isOpen && kind === 'posting_differs' && runId && <RefundRunAct exception={exception} />}
      {isOpen && kind !== 'autopay_run_held' && <ExceptionActs exception={exception} />}
    </li>
  );
}

/** The sentence of its kind and the other facts; for a difference, both sides next to each other. */
function WhatHappened({ exception: { kind, subjectId, difference, detail } }: ExceptionProps) {
  const timeZone = useTimeZone();
  if (difference) {
    const { side, ours, theirs, lastDay } = difference;
    return (
      <>
        <BothSides ours={ours} theirs={theirs} side={sideName(side)} />
        <p>
          <Link to="/tie-out/$day" params={{ day: lastDay }}>
            That day’s tie-out
          </Link>
        </p>
      </>
    );
  }
  const facts = new ExceptionFacts(detail, timeZone);
  const sentences: Readonly<Record<string, (typeof EXCEPTION_SENTENCES)[keyof typeof EXCEPTION_SENTENCES]>> =
    EXCEPTION_SENTENCES;
  const sentence = sentences[kind]?.(facts, subjectId);
  const rest = facts.rest();
  return (
    <>
      {sentence && <p className="what">{sentence}</p>}
      {rest.length > 0 && <Facts facts={rest.map(({ name, value }) => [name, value])} />}
    </>
  );
}
