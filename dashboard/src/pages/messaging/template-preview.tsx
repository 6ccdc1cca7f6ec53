import { useEffect, useState } from 'react';
import { TemplatePreviewDocument } from '../../generated/graphql';
import { GraphProblem } from '../../graph/problem';
import { useAnswer } from '../../graph/use-answer';
import { useDebounced } from '../../ui/debounced';
import { Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Card } from '../../ui/page';
import { TextField } from '../../ui/text-field';
import { EmailFrame } from './email-frame';
import { sampleData, sampleOf } from './placeholder-sample-values';
import { partsOf, type TemplateDraft } from './template-draft';

interface TemplatePreviewProps {
  readonly id: string;
  readonly draft: TemplateDraft;
}

/** The rendered template, refreshed when the user stops typing. Placeholders without data show sample values. */
export function TemplatePreview({ id, draft }: TemplatePreviewProps) {
  const [samples, setSamples] = useState<readonly (readonly [placeholder: string, value: string])[]>([]);
  const asked = useDebounced(JSON.stringify({ draft: partsOf(draft), sampleData: sampleData(samples) }));
  const { data, error } = useAnswer(
    'preview',
    TemplatePreviewDocument,
    { id, ...JSON.parse(asked) },
    { keepsPrevious: true, retry: false, gcTime: 0 },
  );
  const preview = data?.previewEmailTemplate;
  const unfilled = preview?.unfilled;
  useEffect(() => {
    if (unfilled === undefined) return;
    setSamples((before) => {
      const fresh = unfilled.filter((name) => before.every(([known]) => known !== name));
      return fresh.length === 0 ? before : [...before, ...fresh.map((name) => [name, sampleOf(name)] as const)];
    });
  }, [unfilled]);
  return (
    <div className="stack">
      <Card title="Preview" aside={preview?.truncated && <span className="quiet">Shortened: too long to show</span>}>
        {error && (
          <p className="notice" data-tone="bad" role="alert">
            {error instanceof GraphProblem ? error.message : 'The preview is not available right now.'}
          </p>
        )}
        {preview === undefined ? (
          !error && <Skeleton />
        ) : (
          <>
            <p className="email-subject">{preview.subject}</p>
            {preview.html !== null && (
              <>
                <EmailFrame key={preview.html} html={preview.html} />
                <p className="quiet">Pictures from other servers are not loaded here.</p>
              </>
            )}
            {preview.text !== null && (
              <section className="stack">
                <h3 className="label">Plain text</h3>
                <pre className="email-text">{preview.text}</pre>
              </section>
            )}
          </>
        )}
      </Card>
      {samples.length > 0 && (
        <Card title="Sample values">
          {samples.map(([name, value]) => (
            <TextField
              key={name}
              label={name}
              value={value}
              onChange={(changed) =>
                setSamples((before) => before.map((each) => (each[0] === name ? [name, changed] : each)))
              }
            />
          ))}
        </Card>
      )}
    </div>
  );
}
