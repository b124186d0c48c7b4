import { type ReactNode, useState } from 'react';
import * as texts from '#texts/verifying.ts';
import { fieldNames } from '../../../platform/records/profile-record.ts';
import { messageOf } from '../../../platform/session/message-of.ts';
import { useFileToken } from '../../../platform/session/use-file-token.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { CarPhoto } from '../../../platform/ui/CarPhoto.tsx';
import { classNames } from '../../../platform/ui/class-names.ts';
import { TextAreaField } from '../../../platform/ui/Field.tsx';
import { fileUrl } from '../../../platform/ui/file-url.ts';
import { Portrait } from '../../../platform/ui/Portrait.tsx';
import type { Case } from './case-record.ts';
import { useDeciding } from './use-verifying.ts';

/** One change that an instructor asks for: what learners see now beside what they would see. */
export function ChangeCase({ item: { change, profile } }: { item: Extract<Case, { what: 'change' }> }) {
  const tell = useTelling();
  const deciding = useDeciding();
  const token = useFileToken(change.photo !== '' || Boolean(change.carPhoto));
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const decide = (status: 'accepted' | 'refused') => {
    if (status === 'refused' && reason.trim() === '') return setProblem(texts.sayWhatIsWrong);
    const body = { status, reason: reason.trim() };
    tell(deciding.mutateAsync({ collection: 'instructor_changes', id: change.id, body }), {
      done: status === 'accepted' ? texts.changeAccepted : texts.changeRefused,
      failed: (error) => messageOf(error, texts.notSaved),
    });
  };
  return (
    <div className="grid max-w-[48rem] gap-5">
      <table className="card border-separate border-spacing-0 text-left">
        <thead className="text-soft text-note">
          <tr>
            <th scope="col" className="p-3 font-normal">
              {texts.what}
            </th>
            <th scope="col" className="p-3 font-normal">
              {texts.now}
            </th>
            <th scope="col" className="p-3 font-normal">
              {texts.then}
            </th>
          </tr>
        </thead>
        <tbody className="[overflow-wrap:anywhere]">
          {Object.entries(change.changes ?? {}).map(([field, value]) => (
            <tr key={field}>
              <th scope="row" className="border-line border-t p-3 font-semibold">
                {fieldNames[field] ?? field}
              </th>
              <td className="border-line border-t p-3">{shown(Reflect.get(profile, field))}</td>
              <td className="border-line border-t p-3 font-semibold">{shown(value)}</td>
            </tr>
          ))}
          {change.photo && (
            <PictureRow field="photo" change={change} token={token}>
              <Portrait instructor={profile} className="size-28 rounded bg-tint object-cover" />
            </PictureRow>
          )}
          {change.carPhoto && (
            <PictureRow field="carPhoto" change={change} token={token}>
              <CarPhoto instructor={profile} className="aspect-16/10 w-44 rounded" />
            </PictureRow>
          )}
        </tbody>
      </table>
      <TextAreaField
        label={texts.reasonIfRefused}
        isOptional
        rows={2}
        maxLength={1000}
        value={reason}
        error={problem}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button isBusy={deciding.isPending} onClick={() => decide('accepted')}>
          {texts.acceptTheChange}
        </Button>
        <Button variant="secondary" disabled={deciding.isPending} onClick={() => decide('refused')}>
          {texts.refuse}
        </Button>
      </div>
    </div>
  );
}

type PictureRowProps = {
  field: 'photo' | 'carPhoto';
  change: Extract<Case, { what: 'change' }>['change'];
  token: string | undefined;
  /** The picture of now. */
  children: ReactNode;
};

function PictureRow({ field, change, token, children }: PictureRowProps) {
  return (
    <tr>
      <th scope="row" className="border-line border-t p-3 font-semibold">
        {fieldNames[field]}
      </th>
      <td className="border-line border-t p-3">{children}</td>
      <td className="border-line border-t p-3">
        {token && (
          <img
            src={`${fileUrl(change, change[field])}?token=${token}`}
            alt={texts.newPicture}
            className={classNames('rounded object-cover', field === 'photo' ? 'size-28' : 'aspect-16/10 w-44')}
          />
        )}
      </td>
    </tr>
  );
}

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
