import { useRef, useState } from 'react';
import { daysApart, daysBefore } from '../../format/dates';
import { AdvanceClockDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';

/** Two years, one of them a leap year. */
const MOST_DAYS = 731;

interface AdvanceClockProps {
  readonly organizationId: string;
  /** The clock's current day. */
  readonly at: string;
}

/** Advances by a number of days or to a day: each field updates the other. */
export function AdvanceClock({ organizationId, at }: AdvanceClockProps) {
  const [days, setDays] = useState('30');
  const count = /^\d{1,3}$/.test(days) ? Number(days) : 0;
  const isWithin = count >= 1 && count <= MOST_DAYS;
  const to = isWithin ? daysBefore(at, -count) : '';
  // The key belongs to one advance: a retry after a lost response is the same advance.
  const sent = useRef({ to: '', key: '' });
  const advance = useMutationOnce({
    perform: () => {
      if (sent.current.to !== to) sent.current = { to, key: crypto.randomUUID() };
      return request(AdvanceClockDocument, { key: sent.current.key, input: { organizationId, to } });
    },
    changes: 'all',
    onDone: () => {
      sent.current = { to: '', key: '' };
    },
  });
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWithin) advance.start();
      }}
    >
      <TextField label="Days" value={days} onChange={setDays} inputMode="numeric" maxLength={3} />
      <label className="field">
        <span className="label">Until</span>
        <input
          type="date"
          className="input"
          value={to}
          min={daysBefore(at, -1)}
          max={daysBefore(at, -MOST_DAYS)}
          onChange={({ target }) => target.value !== '' && setDays(String(daysApart(at, target.value)))}
        />
      </label>
      <Button look="primary" type="submit" className="beside-fields" isDisabled={!isWithin || advance.isPending}>
        Advance
      </Button>
      {!isWithin && <span className="error-text">1 to {MOST_DAYS} days, forward only.</span>}
      <Problem>{advance.problem}</Problem>
    </form>
  );
}
