import { Link } from 'react-router';
import { conversationPath } from '#rules/paths/message-paths.ts';
import * as texts from '#texts/messages.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatSlot } from '../../platform/ui/format-time.ts';
import { type Conversation, viewOf } from './conversation-record.ts';
import { OtherFace } from './OtherFace.tsx';

/** Conversations line by line: with whom, what was said last and when, and how much of it is unread. */
export function ConversationList({ conversations, me }: { conversations: readonly Conversation[]; me: string }) {
  return (
    <ul className="card overflow-hidden">
      {conversations.map((conversation) => (
        <Line key={conversation.id} conversation={conversation} me={me} />
      ))}
    </ul>
  );
}

function Line({ conversation, me }: { conversation: Conversation; me: string }) {
  const { id, lastText, lastSender, lastMessageAt } = conversation;
  const { otherName, unread } = viewOf(conversation, me);
  return (
    <li
      className={classNames(
        'relative flex items-center gap-3 border-line border-t px-4 py-3.5 first:border-t-0 hover:bg-tint md:px-5',
        unread > 0 && 'bg-tint',
      )}
    >
      <OtherFace conversation={conversation} me={me} className="size-10 border border-tint-line text-note" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Link
            to={conversationPath(id)}
            className="grow basis-[min-content] font-semibold text-ink after:absolute after:inset-0"
          >
            {otherName}
          </Link>
          <time dateTime={new Date(lastMessageAt).toISOString()} className="figures shrink-0 text-soft text-note">
            {formatSlot(lastMessageAt, currentTime())}
          </time>
        </p>
        <p className="flex items-center gap-3">
          <span
            title={lastText}
            className={classNames('min-w-0 grow truncate', unread > 0 ? 'font-semibold' : 'text-soft')}
          >
            {lastSender === me && `${texts.you}: `}
            {lastText}
          </span>
          {unread > 0 && (
            <span className="figures flex h-6 min-w-6 shrink-0 items-center justify-center rounded-full bg-green px-1.5 font-semibold text-on-green text-label">
              {unread}
              <span className="unseen"> {texts.unread}</span>
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
