export const messagesPath = '/dashboard/messages';

/** The page that opens a conversation with whom the address names. */
export const newMessagePath = '/dashboard/messages/new';

/** The messages of a conversation. */
export function conversationPath(conversation: string): string {
  return `/dashboard/messages/${conversation}`;
}

/** A learner's conversation with an instructor, begun if there is none. */
export function writeToInstructorPath(instructor: string): string {
  return `/dashboard/messages/new?instructor=${instructor}`;
}

/** An instructor's conversation with a learner, begun if there is none. */
export function writeToLearnerPath(learner: string): string {
  return `/dashboard/messages/new?learner=${learner}`;
}
