import { type ChangeEvent, type FormEvent, useState } from 'react';
import * as texts from '#texts/teaching.ts';
import { AvatarCropper } from '../../people/account/AvatarCropper.tsx';
import { type ChangeRequest, fieldNames, licenceClasses } from '../../platform/records/profile-record.ts';
import { fieldCodeFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatSeries } from '../../platform/ui/format-list.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { CarPhotoField } from './CarPhotoField.tsx';
import { Choices } from './Choices.tsx';
import { openPhoto } from './open-photo.ts';
import { PhotoButton } from './PhotoButton.tsx';
import { type Teaching, useSaving } from './use-teaching.ts';

const textFields = ['name', 'vehiclePlate', 'vehicleModel'] as const;
const lengths = { name: 255, vehiclePlate: 12, vehicleModel: 60 };

/** Asks for a change of what was checked. What is there stays shown until the new was checked, too. */
export function AskForChange({ teaching }: { teaching: Teaching }) {
  const { profile, requests } = teaching;
  const tell = useTelling();
  const saving = useSaving();
  const { name, vehiclePlate, vehicleModel } = profile;
  const [values, setValues] = useState({ name, vehiclePlate, vehicleModel, licenceClasses: profile.licenceClasses });
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [photo, setPhoto] = useState<Blob>();
  const [carPhoto, setCarPhoto] = useState<Blob>();
  const [mistake, setMistake] = useState<string>();
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    const result = await openPhoto(file);
    setMistake('error' in result ? result.error : undefined);
    if ('picture' in result) setPicture(result.picture);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const changes = Object.fromEntries(
      Object.entries(values).filter(([field, value]) => String(value) !== String(Reflect.get(profile, field) ?? '')),
    );
    if (Object.keys(changes).length === 0 && !photo && !carPhoto) return setMistake(texts.nothingChanged);
    setMistake(undefined);
    const body = requestOf(profile.id, { changes, photo, carPhoto });
    const onSuccess = () => {
      setPhoto(undefined);
      setCarPhoto(undefined);
    };
    tell(saving.mutateAsync({ collection: 'instructor_changes', body }, { onSuccess }), { done: texts.changeSent });
  };
  const isWaiting = fieldCodeFor(saving.error, 'changes') === 'already_waiting';
  const failure = isWaiting ? texts.oneIsWaiting : messageFor(saving.error, texts.notSent);
  return (
    <details className="card px-4">
      <summary className="flex min-h-14 items-center font-semibold text-green">{texts.changeWhatWasChecked}</summary>
      <form
        method="post"
        noValidate
        onSubmit={submit}
        className="grid gap-5 pb-5"
        aria-label={texts.changeWhatWasChecked}
      >
        <p>{texts.learnersSeeTheOld}</p>
        {textFields.map((field) => (
          <TextField
            key={field}
            label={fieldNames[field]}
            maxLength={lengths[field]}
            value={values[field]}
            onChange={({ target }) => setValues({ ...values, [field]: target.value })}
          />
        ))}
        <Choices
          label={texts.licenceClasses}
          options={licenceClasses.map((value) => ({ value, label: texts.licenceClass({ name: value }) }))}
          values={values.licenceClasses}
          onChange={(chosen) => setValues({ ...values, licenceClasses: chosen })}
        />
        <PhotoButton
          label={photo ? texts.pictureChosen : texts.anotherPicture}
          isBusy={false}
          onChange={(event) => void read(event)}
        />
        <CarPhotoField profile={profile} isChosen={carPhoto !== undefined} onPhoto={setCarPhoto} />
        {mistake && <p className="font-semibold text-red">{mistake}</p>}
        {saving.isError && <Notice kind="failure">{failure}</Notice>}
        <Button
          type="submit"
          className="min-h-12 justify-self-start"
          isBusy={saving.isPending}
          busyText={texts.sending}
        >
          {texts.askForThisChange}
        </Button>
        <AvatarCropper
          picture={picture}
          onDone={(blob) => {
            setPicture(null);
            setPhoto(blob);
          }}
          onCancel={() => setPicture(null)}
        />
      </form>
      <Requests requests={requests} />
    </details>
  );
}

type Wanted = { changes: object; photo: Blob | undefined; carPhoto: Blob | undefined };

function requestOf(instructor: string, { changes, photo, carPhoto }: Wanted): FormData {
  const body = new FormData();
  body.set('instructor', instructor);
  body.set('changes', JSON.stringify(changes));
  if (photo) body.set('photo', photo, 'picture.jpg');
  if (carPhoto) body.set('carPhoto', carPhoto, 'car.jpg');
  return body;
}

function wordsOf(value: unknown): string {
  return Array.isArray(value) ? formatSeries(value.map(String)) : String(value);
}

/** What was asked for and what came of it, the newest first. */
function Requests({ requests }: { requests: readonly ChangeRequest[] }) {
  const words: Record<string, string> = {
    waiting: texts.changeWaits,
    accepted: texts.changeAccepted,
    refused: texts.changeRefused,
  };
  return (
    <ul className="grid gap-3 pb-4">
      {requests.slice(0, 5).map(({ id, changes, photo, carPhoto, status, reason }) => (
        <li key={id} className="text-note [overflow-wrap:anywhere]">
          <b className="font-semibold">{words[status] ?? status}</b>{' '}
          {Object.entries(changes ?? {})
            .map(([field, value]) => texts.fieldBecomes({ field: fieldNames[field] ?? field, value: wordsOf(value) }))
            .join(' ')}{' '}
          {photo && texts.aNewPicture} {carPhoto && texts.aNewCarPhoto} {reason}
        </li>
      ))}
    </ul>
  );
}
