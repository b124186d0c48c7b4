import { type ChangeEvent, useState } from 'react';
import * as texts from '#texts/teaching.ts';
import { CarPhoto } from '../../platform/ui/CarPhoto.tsx';
import { openCarPhoto } from './open-photo.ts';
import { PhotoButton } from './PhotoButton.tsx';

type CarPhotoFieldProps = {
  profile: { id: string; carPhoto?: string };
  isChosen?: boolean;
  isBusy?: boolean;
  /** Why the last one was not taken. */
  error?: string | undefined;
  onPhoto: (photo: Blob) => void;
};

/** The car as learners see it before they book: the photo of now, and a button for another. */
export function CarPhotoField({ profile, isChosen = false, isBusy = false, error, onPhoto }: CarPhotoFieldProps) {
  const [mistake, setMistake] = useState<string>();
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    const result = await openCarPhoto(file);
    setMistake('error' in result ? result.error : undefined);
    if ('photo' in result) onPhoto(result.photo);
  };
  const label = profile.carPhoto ? texts.anotherCarPhoto : texts.addACarPhoto;
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{texts.pictureOfTheCar}</p>
      <CarPhoto instructor={profile} className="aspect-16/10 w-full max-w-80 rounded" />
      <PhotoButton
        label={isChosen ? texts.carPhotoChosen : label}
        isBusy={isBusy}
        onChange={(event) => void read(event)}
      />
      <p className="text-soft text-note">{texts.carPhotoHint}</p>
      {(mistake ?? error) && <p className="font-semibold text-red">{mistake ?? error}</p>}
    </div>
  );
}
