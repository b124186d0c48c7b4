import { Avatar } from '../ui/Avatar.tsx';
import { Portrait } from '../ui/Portrait.tsx';
import { type Conversation, viewOf } from './conversation-record.ts';

/** The other side of a conversation: an instructor's portrait, else two letters of the name. Decorative: the name stands beside it. */
export function OtherFace({
  conversation,
  me,
  className,
}: {
  conversation: Conversation;
  me: string;
  className: string;
}) {
  const { isLearner, otherName } = viewOf(conversation, me);
  const instructor = conversation.expand?.instructor;
  if (isLearner && instructor?.photo) {
    return <Portrait instructor={instructor} className={`${className} shrink-0 rounded-full bg-tint object-cover`} />;
  }
  return <Avatar person={{ name: otherName }} className={className} />;
}
