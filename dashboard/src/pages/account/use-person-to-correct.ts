import { useCallback, useEffect, useRef, useState } from 'react';
import { PersonToCorrectDocument, type PersonToCorrectQuery } from '../../generated/graphql';
import { request } from '../../graph/request';

interface PersonToCorrect {
  /** Undefined: not read yet. */
  readonly person: PersonToCorrectQuery['person'] | undefined;
  readonly error: Error | undefined;
  readonly readAgain: () => void;
}

/**
 * Reads a person's contact data once. Each read is recorded and counts against a limit, so it is in no cache of
 * answers, which would read it again after a mutation, and it is not repeated unless the operator asks.
 */
export function usePersonToCorrect(id: string): PersonToCorrect {
  const [person, setPerson] = useState<PersonToCorrectQuery['person']>();
  const [error, setError] = useState<Error>();
  const reading = useRef<AbortController>(undefined);
  const read = useCallback(async () => {
    if (reading.current !== undefined) return;
    const own = new AbortController();
    reading.current = own;
    setError(undefined);
    try {
      const answer = await request(PersonToCorrectDocument, { id }, own.signal);
      if (!own.signal.aborted) setPerson(answer.person);
    } catch (failure) {
      if (!own.signal.aborted) setError(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      if (reading.current === own) reading.current = undefined;
    }
  }, [id]);
  useEffect(() => {
    void read();
    return () => {
      reading.current?.abort();
      reading.current = undefined;
    };
  }, [read]);
  return { person, error, readAgain: () => void read() };
}
