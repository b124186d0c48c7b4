import { type ChangeEvent, useState } from 'react';
import * as texts from '#texts/teaching.ts';
import { AvatarCropper } from '../../people/account/AvatarCropper.tsx';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { TextField } from '../../platform/ui/Field.tsx';
import { Portrait } from '../../platform/ui/Portrait.tsx';
import { CarPhotoField } from './CarPhotoField.tsx';
import type { StepProps } from './OfferSteps.tsx';
import { openPhoto } from './open-photo.ts';
import { PhotoButton } from './PhotoButton.tsx';
import { StepFrame } from './StepFrame.tsx';
import { useSaving } from './use-teaching.ts';

/** The car that learners look for at the meeting point, and the face of who comes. */
export function CarStep({ step, teaching }: StepProps) {
  const saving = useSaving();
  const { profile } = teaching;
  const [plate, setPlate] = useState(profile.vehiclePlate ?? '');
  const [model, setModel] = useState(profile.vehicleModel);
  return (
    <StepFrame
      step={step}
      teaching={teaching}
      body={() => ({ vehiclePlate: plate.trim().toUpperCase(), vehicleModel: model.trim() })}
      saving={saving}
    >
      <TextField
        label={texts.carPlate}
        hint={texts.plateHint}
        autoCapitalize="characters"
        maxLength={12}
        value={plate}
        onChange={({ target }) => setPlate(target.value)}
        error={fieldMessageFor(saving.error, 'vehiclePlate')}
      />
      <TextField
        label={texts.carModel}
        hint={texts.modelHint}
        maxLength={60}
        value={model}
        onChange={({ target }) => setModel(target.value)}
        error={fieldMessageFor(saving.error, 'vehicleModel')}
      />
      <CarPicture profile={profile} />
      <OwnPicture profile={profile} />
    </StepFrame>
  );
}

/** Can be added at any time. */
function CarPicture({ profile }: { profile: StepProps['teaching']['profile'] }) {
  const saving = useSaving();
  const send = (photo: Blob) => {
    const body = new FormData();
    body.set('carPhoto', photo, 'car.jpg');
    saving.mutate({ collection: 'instructors', id: profile.id, body });
  };
  const refusal = saving.isError ? (fieldMessageFor(saving.error, 'carPhoto') ?? texts.notSaved) : undefined;
  return <CarPhotoField profile={profile} isBusy={saving.isPending} error={refusal} onPhoto={send} />;
}

function OwnPicture({ profile }: { profile: StepProps['teaching']['profile'] }) {
  const saving = useSaving();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [mistake, setMistake] = useState<string>();
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    const result = await openPhoto(file);
    setMistake('error' in result ? result.error : undefined);
    if ('picture' in result) setPicture(result.picture);
  };
  const take = (blob: Blob) => {
    setPicture(null);
    const body = new FormData();
    body.set('photo', blob, 'picture.jpg');
    saving.mutate({ collection: 'instructors', id: profile.id, body });
  };
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{texts.yourPicture}</p>
      <div className="flex flex-wrap items-center gap-5">
        <Portrait instructor={profile} className="size-24 rounded-full bg-tint object-cover" />
        <div className="grid gap-1.5">
          <PhotoButton
            label={profile.photo ? texts.anotherPicture : texts.addAPicture}
            isBusy={saving.isPending}
            onChange={(event) => void read(event)}
          />
          <p className="text-soft text-note">{texts.pictureHint}</p>
        </div>
      </div>
      {(mistake ?? saving.isError) && (
        <p className="font-semibold text-red">{mistake ?? fieldMessageFor(saving.error, 'photo') ?? texts.notSaved}</p>
      )}
      <AvatarCropper picture={picture} onDone={take} onCancel={() => setPicture(null)} />
    </div>
  );
}
