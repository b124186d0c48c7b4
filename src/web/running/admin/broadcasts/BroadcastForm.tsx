import { type FormEvent, useState } from 'react';
import { planningAreas } from '#rules/places/planning-areas.ts';
import * as texts from '#texts/broadcasts.ts';
import { languageOptions } from '../../../people/account/person-options.ts';
import { fieldMessageFor, messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../../platform/ui/Dialog.tsx';
import { TextAreaField, TextField } from '../../../platform/ui/Field.tsx';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { audienceChoices, kindChoices, kindHints } from './broadcast-words.ts';
import { type Broadcast, type BroadcastDraft, useAudience, useChangeBroadcasts } from './use-broadcasts.ts';

const empty: BroadcastDraft = {
  title: '',
  message: '',
  audience: 'everybody',
  area: '',
  language: '',
  kind: 'necessary',
};
// A select has no choice without a value.
const any = 'any';
const areaOptions = [
  { value: any, label: texts.everywhere },
  ...planningAreas.map(({ name }) => ({ value: name, label: name })),
];
const languageChoices = [{ value: any, label: texts.everyLanguage }, ...languageOptions];

/** Writes a draft, or changes one; says beside it whom it would go to. */
export function BroadcastForm({ draft, onClose }: { draft: Broadcast | undefined; onClose: () => void }) {
  const tell = useTelling();
  const [values, setValues] = useState<BroadcastDraft>(draft ?? empty);
  const { keep } = useChangeBroadcasts();
  const { error } = keep;
  const set = (name: keyof BroadcastDraft) => (value: string) =>
    setValues({ ...values, [name]: value === any ? '' : value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (keep.isPending) return;
    const { title, message, audience, area, language, kind } = values;
    const body = { title: title.trim(), message: message.trim(), audience, area, language, kind };
    tell(keep.mutateAsync({ id: draft?.id, body }, { onSuccess: onClose }), { done: texts.draftIsKept });
  };
  const field = (name: 'title' | 'message') => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => set(name)(target.value),
    error: error ? fieldMessageFor(error, name) : undefined,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={draft ? texts.changeTheDraft : texts.newBroadcast}
      description={texts.nothingIsSentYet}
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <TextField label={texts.title} maxLength={120} {...field('title')} />
        <TextAreaField label={texts.message} rows={5} maxLength={1500} {...field('message')} />
        <SelectField
          label={texts.kind}
          hint={kindHints[values.kind] ?? ''}
          options={kindChoices}
          value={values.kind}
          onChange={set('kind')}
        />
        <SelectField
          label={texts.audience}
          options={audienceChoices}
          value={values.audience}
          onChange={set('audience')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label={texts.area} options={areaOptions} value={values.area || any} onChange={set('area')} />
          <SelectField
            label={texts.language}
            options={languageChoices}
            value={values.language || any}
            onChange={set('language')}
          />
        </div>
        <WhomItGoesTo draft={values} />
        {error && <Notice kind="failure">{messageFor(error, texts.notKept)}</Notice>}
        <DialogBar>
          <Button type="submit" isBusy={keep.isPending}>
            {texts.keepTheDraft}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}

/** How many a draft would go to now, how many don't want it, and the first of them. */
export function WhomItGoesTo({ draft }: { draft: BroadcastDraft }) {
  const { data, isError } = useAudience(draft);
  if (isError) return <Notice kind="failure">{texts.audienceNotCounted}</Notice>;
  if (!data) return <p className="min-h-6 text-soft">{texts.counting}</p>;
  const more = data.count - data.names.length;
  return (
    <div role="status" className="grid gap-1">
      <p className="figures font-semibold">{texts.goesTo({ count: data.count, byMail: data.byMail })}</p>
      {data.optedOut > 0 && <p className="figures text-soft">{texts.leftOut({ count: data.optedOut })}</p>}
      {data.names.length > 0 && (
        <p className="text-soft text-note [overflow-wrap:anywhere]">
          {more > 0 ? texts.namesAndMore({ names: data.names.join(', '), more }) : data.names.join(', ')}
        </p>
      )}
      {draft.area !== '' && <p className="text-soft text-note">{texts.areaMeans}</p>}
    </div>
  );
}
