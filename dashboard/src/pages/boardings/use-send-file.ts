import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { forgetKeyOf, keyOf } from '../../graph/key-of-content';
import { GraphProblem } from '../../graph/problem';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useOperator } from '../../session/operator';
import { type PortfolioFile, sendFile } from './send-file';

/** Uploads a file, and opens its boarding. A closed form, or a page that is left, ends the upload. */
export function useSendFile(portfolio: PortfolioFile | undefined) {
  const navigate = useNavigate();
  const { subject } = useOperator();
  const upload = useRef<AbortController>(undefined);
  const [percent, setPercent] = useState(0);
  useEffect(() => () => upload.current?.abort(), []);
  const act = useMutationOnce({
    perform: async () => {
      if (portfolio === undefined) throw new GraphProblem('refused', 'Please choose a file.');
      upload.current = new AbortController();
      setPercent(0);
      // The same file again after a lost answer is the same boarding.
      const content = contentOf(portfolio);
      try {
        const id = await sendFile(portfolio, keyOf(subject, content), {
          ...{ signal: upload.current.signal, onProgress: setPercent },
        });
        forgetKeyOf(subject, content);
        return id;
      } catch (error) {
        // Its boarding was abandoned, or its bytes differ: the file is sent as a new one from now on.
        if (error instanceof GraphProblem && OVER.has(error.code)) forgetKeyOf(subject, content);
        throw error;
      }
    },
    changes: ['boardings'],
    onDone: (id) => navigate({ to: '/boardings/$id', params: { id } }),
  });
  return { ...act, percent };
}

const OVER: ReadonlySet<string> = new Set(['ledger_boarding_over', 'idempotency_conflict']);

function contentOf({ file: { name, size, lastModified }, ...options }: PortfolioFile): object {
  return { ...options, name, size, lastModified };
}
