import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import * as texts from '#texts/messages.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatClock } from '../../platform/ui/format-time.ts';
import type { Outgoing } from './outbox.ts';

type BubbleProps = { isOwn: boolean; senderName: string; created: string; children: ReactNode; foot?: ReactNode };

function Bubble({ isOwn, senderName, created, children, foot }: BubbleProps) {
  return (
    <li className={classNames('flex flex-col', isOwn ? 'items-end' : 'items-start')}>
      <div
        className={classNames(
          'max-w-[min(34rem,86%)] rounded-lg border px-3.5 py-2',
          isOwn ? 'border-tint-line bg-tint' : 'border-line bg-surface',
        )}
      >
        <span className="unseen">{isOwn ? texts.you : senderName}: </span>
        {children}
      </div>
      <p className="figures mt-0.5 flex flex-wrap items-center gap-x-2 px-1 text-soft text-note">
        <time dateTime={new Date(created).toISOString()}>{formatClock(created)}</time>
        {foot}
      </p>
    </li>
  );
}

/** What a bubble shows of a message, of whichever collection. */
export type ShownMessage = {
  id: string;
  collectionName: string;
  text: string;
  attachments: readonly string[];
  created: string;
  contactsHidden?: boolean;
};

type MessageBubbleProps = {
  message: ShownMessage;
  isOwn: boolean;
  senderName: string;
  /** `Sent` or `Read`, under the newest of one's own. */
  state: string;
  fileToken: string | undefined;
};

/** A message that arrived. */
export function MessageBubble({ message, isOwn, senderName, state, fileToken }: MessageBubbleProps) {
  const { text, attachments, contactsHidden, created } = message;
  return (
    <Bubble
      isOwn={isOwn}
      senderName={senderName}
      created={created}
      foot={
        <>
          {state && <span>{state}</span>}
          {contactsHidden && <span>{texts.contactDetailsHidden}</span>}
        </>
      }
    >
      {text && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>}
      {attachments.length > 0 && (
        <ul className="grid gap-2 py-1">
          {attachments.map((name) => (
            <li key={name}>
              <Attachment message={message} name={name} fileToken={fileToken} />
            </li>
          ))}
        </ul>
      )}
    </Bubble>
  );
}

type AttachmentProps = { message: ShownMessage; name: string; fileToken: string | undefined };

function Attachment({ message, name, fileToken }: AttachmentProps) {
  const path = `/api/files/${message.collectionName}/${message.id}/${encodeURIComponent(name)}`;
  const token = fileToken ? `token=${encodeURIComponent(fileToken)}` : '';
  // The server puts ten characters of its own before the ending.
  const shownName = name.replace(/_[a-z0-9]{10}(?=\.[a-z0-9]+$)/i, '');
  const isPicture = /\.(?:jpe?g|png|webp)$/i.test(name);
  return (
    <a href={`${path}?${token}`} target="_blank" rel="noreferrer" className="inline-block max-w-full text-ink">
      {isPicture ? (
        <span className="flex h-48 w-60 max-w-full items-center justify-center overflow-hidden rounded border border-line bg-sunken">
          {fileToken && (
            <img
              src={`${path}?thumb=480x480f&${token}`}
              alt={texts.attachedShownName({ shownName })}
              className="max-h-full max-w-full"
              decoding="async"
            />
          )}
        </span>
      ) : (
        <span className="flex min-h-11 items-center gap-2">
          <FileText size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{shownName}</span>
        </span>
      )}
    </a>
  );
}

type OutgoingBubbleProps = { item: Outgoing; onAgain: () => void; onDrop: () => void };

/** A message on its way, or one that could not be sent: its text stays, with two things to do about it. */
export function OutgoingBubble({ item, onAgain, onDrop }: OutgoingBubbleProps) {
  const { text, files, created, failure } = item;
  return (
    <>
      <Bubble
        isOwn
        senderName={texts.youAsSender}
        created={created}
        foot={<span>{failure ? texts.notSent : texts.sending}</span>}
      >
        {text && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>}
        {files.map((file) => (
          <p key={`${file.name} ${file.size}`} className="flex items-center gap-2 text-soft text-note">
            <FileText size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
            {file.name}
          </p>
        ))}
      </Bubble>
      {failure && (
        <li className="flex flex-col items-end gap-2">
          <p role="alert" className="font-semibold text-red text-note">
            {texts.yourMessageWasNotSent({ failure })}
          </p>
          <div className="flex gap-2">
            <Button variant="quiet" onClick={onDrop}>
              {texts.removeIt}
            </Button>
            <Button variant="secondary" onClick={onAgain}>
              {texts.sendAgain}
            </Button>
          </div>
        </li>
      )}
    </>
  );
}
