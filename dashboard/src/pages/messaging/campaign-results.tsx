import { Link } from '@tanstack/react-router';
import { campaignEventText, providerName, recipientsText } from '../../format/campaigns';
import { ago } from '../../format/dates';
import { count } from '../../format/money';
import type { CampaignsQuery, FunnelOfCampaignFragment } from '../../generated/graphql';
import { Card } from '../../ui/page';
import { TableHead } from '../../ui/table-head';

type Count = FunnelOfCampaignFragment['counts'][number];

interface CampaignResultsProps {
  readonly campaign: CampaignsQuery['campaigns']['items'][number];
  readonly counts: readonly Count[];
}

/** What recipients did after a campaign. Each number opens its recipients; automated events are counted apart. */
export function CampaignResults({ campaign: { id, name, provider, createdAt }, counts }: CampaignResultsProps) {
  const most = Math.max(1, ...counts.map(({ uniqueRecipients }) => uniqueRecipients));
  return (
    <Card
      title={name}
      aside={
        <span className="quiet">
          {providerName(provider)} · {ago(createdAt)}
        </span>
      }
    >
      {counts.length === 0 ? (
        <p className="quiet">No results yet.</p>
      ) : (
        <>
          <table className="table plain bars">
            <TableHead
              columns={[
                'Event',
                { hidden: 'Recipients as a bar' },
                { number: 'Recipients' },
                { number: 'Events' },
                { number: 'Automated recipients' },
              ]}
            />
            <tbody>
              {counts.map((each) => (
                <Row key={each.eventType} campaignId={id} most={most} counted={each} />
              ))}
            </tbody>
          </table>
          <p className="quiet">{NO_RATES}</p>
        </>
      )}
    </Card>
  );
}

interface RowProps {
  readonly campaignId: string;
  readonly most: number;
  readonly counted: Count;
}

function Row({ campaignId, most, counted }: RowProps) {
  const { eventType, uniqueRecipients, events, machineUniqueRecipients } = counted;
  const name = campaignEventText(eventType);
  const of = { campaignId, eventType, name };
  return (
    <tr>
      <td>{name}</td>
      <td className="bar">
        <meter
          min={0}
          max={most}
          value={uniqueRecipients}
          aria-label={`${name}: ${recipientsText(uniqueRecipients)}`}
        />
      </td>
      <td className="right">
        <Behind {...of} recipients={uniqueRecipients} />
      </td>
      <td className="right">{count(events)}</td>
      <td className="right">
        <Behind {...of} recipients={machineUniqueRecipients} isAutomated />
      </td>
    </tr>
  );
}

interface BehindProps {
  readonly campaignId: string;
  readonly eventType: string;
  readonly name: string;
  readonly recipients: number;
  readonly isAutomated?: boolean;
}

/** A number of recipients that opens them; zero opens nothing. */
function Behind({ campaignId, eventType, name, recipients, isAutomated = false }: BehindProps) {
  if (recipients === 0) return <>{count(recipients)}</>;
  return (
    <Link
      to="/messaging/campaigns/$id"
      params={{ id: campaignId }}
      search={{ event: eventType, ...(isAutomated && { by: 'automated' }) }}
      aria-label={`${name}${isAutomated ? ', automated' : ''}: ${recipientsText(recipients)}`}
    >
      {count(recipients)}
    </Link>
  );
}

/** Openings and clicks are counted apart: without images, no opening is reported, so clicks may exceed openings. */
const NO_RATES =
  'No rates are shown: sent and delivered emails are not stored, and a recipient may click without a reported open.';
