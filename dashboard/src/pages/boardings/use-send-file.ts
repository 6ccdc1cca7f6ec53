import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
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
  useEffect(() => () => upload.current?.abort(), []);
  return useMutationOnce({
    perform: async () => {
      if (portfolio === undefined) throw new GraphProblem('refused', 'Please choose a file.');
      upload.current = new AbortController();
      // The same file again after a lost answer is the same boarding.
      const content = contentOf(portfolio);
      const id = await sendFile(portfolio, keyOf(subject, content), upload.current.signal);
      forgetKeyOf(subject, content);
      return id;
    },
    changes: ['boardings'],
    onDone: (id) => navigate({ to: '/boardings/$id', params: { id } }),
  });
}

function contentOf({ file: { name, size, lastModified }, ...options }: PortfolioFile): object {
  return { ...options, name, size, lastModified };
}
