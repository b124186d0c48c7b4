import * as texts from '#texts/messages.ts';

/** A `conversations` record: a learner and an instructor, what was said last and what is unread. */
export type Conversation = {
  id: string;
  learner: string;
  instructor: string;
  learnerName: string;
  instructorName: string;
  lastText: string;
  lastSender: string;
  lastMessageAt: string;
  learnerUnread: number;
  instructorUnread: number;
  learnerReadAt: string;
  instructorReadAt: string;
  /** The instructor's page, where it is open to the reader. */
  expand?: { instructor?: { id: string; photo: string } };
};

/** A `messages` record. */
export type Message = {
  id: string;
  collectionName: string;
  conversation: string;
  sender: string;
  text: string;
  attachments: string[];
  contactsHidden: boolean;
  created: string;
};

/** A conversation as one of its two sees it. */
export type ConversationView = { otherName: string; unread: number; otherReadAt: string; isLearner: boolean };

/** What a conversation is to the account `userId`. */
export function viewOf(conversation: Conversation, userId: string): ConversationView {
  const isLearner = conversation.learner === userId;
  return isLearner
    ? {
        isLearner,
        otherName: conversation.instructorName || texts.instructor,
        unread: conversation.learnerUnread,
        otherReadAt: conversation.instructorReadAt,
      }
    : {
        isLearner,
        otherName: conversation.learnerName || texts.learner,
        unread: conversation.instructorUnread,
        otherReadAt: conversation.learnerReadAt,
      };
}
