import { type ChangeEvent, useId, useRef, useState } from 'react';
import * as texts from '#texts/account.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Avatar } from '../../platform/ui/Avatar.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { fileUrl } from '../../platform/ui/file-url.ts';
import { AvatarCropper } from './AvatarCropper.tsx';
import { readPicture } from './read-picture.ts';

/** A picture that was chosen and not saved yet; null to have none. */
export type NewAvatar = { blob: Blob; url: string } | null;

type AvatarFieldProps = {
  user: SessionUser;
  /** Undefined: as saved. */
  chosen: NewAvatar | undefined;
  error: string | undefined;
  onChoose: (avatar: NewAvatar) => void;
};

/** The picture with the ways to replace and to remove it. Nothing is sent before the page is saved. */
export function AvatarField({ user, chosen, error, onChoose }: AvatarFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [mistake, setMistake] = useState<string>();
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Choosing the same file again must be a change, too.
    target.value = '';
    if (!file) return;
    const result = await readPicture(file);
    setMistake('error' in result ? result.error : undefined);
    if ('picture' in result) setPicture(result.picture);
  };
  const take = async (blob: Blob) => {
    setPicture(null);
    onChoose({ blob, url: await dataUrlOf(blob) });
    input.current?.focus();
  };
  const saved = chosen === undefined ? fileUrl(user, user.avatar, '100x100') : undefined;
  const hasPicture = chosen === undefined ? user.avatar !== '' : chosen !== null;
  const problem = mistake ?? error;
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar person={user} src={chosen?.url ?? saved} className="size-20 text-heading" />
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-3">
          <label
            htmlFor={id}
            className="btn btn-secondary relative focus-within:outline-2 focus-within:outline-offset-2"
          >
            {hasPicture ? texts.changePicture : texts.uploadPicture}
            <input
              ref={input}
              id={id}
              type="file"
              accept="image/jpeg,image/png"
              className="absolute inset-0 cursor-pointer opacity-0"
              aria-describedby={`${id}-hint`}
              aria-invalid={problem ? true : undefined}
              onChange={(event) => void read(event)}
            />
          </label>
          {hasPicture && (
            <Button variant="quiet" onClick={() => onChoose(null)}>
              {texts.remove}
            </Button>
          )}
        </div>
        <div id={`${id}-hint`}>
          <p className="text-note text-soft">{texts.avatarHint}</p>
          {problem && <p className="text-note font-semibold text-red">{problem}</p>}
        </div>
      </div>
      <AvatarCropper picture={picture} onDone={(blob) => void take(blob)} onCancel={() => setPicture(null)} />
    </div>
  );
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read.'));
    reader.readAsDataURL(blob);
  });
}
