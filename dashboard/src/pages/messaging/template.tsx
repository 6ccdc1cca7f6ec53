import { useParams } from '@tanstack/react-router';
import { SaveTemplateDocument, TemplatePageDocument, type TemplatePageQuery } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useHasRole } from '../../session/operator';
import { useTyped } from '../../session/typed-values';
import { Problem } from '../../ui/action-problem-alert';
import { AskBeforeLeaving } from '../../ui/ask-before-leaving';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/instant';
import { Card, Page } from '../../ui/page';
import { TextArea } from '../../ui/text-area';
import { TextField } from '../../ui/text-field';
import { UnreadPage } from '../../ui/unread-page';
import { MOST, partsOf, type TemplateDraft } from './template-draft';
import { TemplatePreview } from './template-preview';

type Template = TemplatePageQuery['emailTemplate'];

/** One email template: its source next to its preview. */
export function TemplateView() {
  const { id } = useParams({ from: '/messaging/templates/$id' });
  const { data, error, refetch } = useAnswer('template', TemplatePageDocument, { id });
  if (data === undefined) return <UnreadPage title="Template" error={error} refetch={refetch} />;
  return <Editor key={id} template={data.emailTemplate} />;
}

function Editor({ template }: { readonly template: Template }) {
  const { id, description, workspace, createdAt } = template;
  const mayChange = useHasRole('supervisor');
  const kept = draftOf(template);
  const [draft, setDraft] = useTyped(`template:${id}`, kept);
  const change = (changed: Partial<TemplateDraft>) => setDraft({ ...draft, ...changed });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept);
  const save = useMutationOnce({
    perform: () => request(SaveTemplateDocument, { id, input: { name: draft.name, ...partsOf(draft) } }),
    changes: ['template', 'templates'],
  });
  const isReadOnly = !mayChange;
  return (
    <Page
      title={template.name}
      about={
        <>
          {[description, workspace?.name].filter(Boolean).map((text) => `${text} · `)}created{' '}
          <Instant at={createdAt} form="day" />
        </>
      }
      actions={
        mayChange && (
          <>
            <Problem>{save.problem}</Problem>
            <Button isDisabled={!isChanged || save.isPending} onPress={() => setDraft(kept)}>
              Discard changes
            </Button>
            <Button look="primary" isDisabled={!isChanged || save.isPending} onPress={save.start}>
              Save
            </Button>
          </>
        )
      }
    >
      <AskBeforeLeaving isChanged={isChanged && !save.isPending} />
      <div className="columns even top">
        <Card title="Template">
          <TextField
            label="Name"
            value={draft.name}
            onChange={(name) => change({ name })}
            maxLength={MOST.name}
            isReadOnly={isReadOnly}
          />
          <TextField
            label="Subject"
            value={draft.subject}
            onChange={(subject) => change({ subject })}
            maxLength={MOST.subject}
            isReadOnly={isReadOnly}
          />
          <TextArea
            label="HTML"
            value={draft.html}
            onChange={(html) => change({ html })}
            rows={16}
            maxLength={MOST.body}
            isReadOnly={isReadOnly}
          />
          <TextArea
            label="Plain text"
            value={draft.text}
            onChange={(text) => change({ text })}
            rows={8}
            maxLength={MOST.body}
            isReadOnly={isReadOnly}
          />
        </Card>
        <TemplatePreview id={id} draft={draft} />
      </div>
    </Page>
  );
}

function draftOf({ name, subjectTemplate, htmlTemplate, textTemplate }: Template): TemplateDraft {
  return { name, subject: subjectTemplate, html: htmlTemplate ?? '', text: textTemplate ?? '' };
}
