import { useInstructorDashboard } from '../../platform/records/use-dashboard.ts';
import { Avatar } from '../../platform/ui/Avatar.tsx';
import { Portrait } from '../../platform/ui/Portrait.tsx';
import { type Conversation, viewOf } from './conversation-record.ts';

type OtherFaceProps = { conversation: Conversation; me: string; className: string };

/** The other side of a conversation: an instructor's portrait or a learner's picture, else two letters of the name. Decorative: the name stands beside it. */
export function OtherFace({ conversation, me, className }: OtherFaceProps) {
  const { isLearner, otherName } = viewOf(conversation, me);
  const instructor = conversation.expand?.instructor;
  if (!isLearner) return <LearnerFace id={conversation.learner} name={otherName} className={className} />;
  if (instructor?.photo) {
    return (
      <Portrait
        instructor={{ ...instructor, name: otherName }}
        className={`${className} shrink-0 rounded-full bg-tint object-cover`}
      />
    );
  }
  return <Avatar person={{ name: otherName }} className={className} />;
}

/** The learner's picture where the instructor's roster has it: of who only asked something there is none. */
function LearnerFace({ id, name, className }: { id: string; name: string; className: string }) {
  const { data } = useInstructorDashboard();
  const src = data?.roster.find(({ learner }) => learner.id === id)?.learner.avatarUrl;
  return <Avatar person={{ name }} src={src} className={className} />;
}
