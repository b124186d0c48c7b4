/** As a look at what a look at a record is told, and by which field of it. */
export type Looked = {
  of: string;
  by: string;
  /** The platform's people have no right to see others': what they see by themselves is their own. */
  isBetweenPeople?: boolean;
};

/*
 * Collections whose records say what is between people and the platform, or between two of them: each look of the platform's people at one is in the
 * audit trail. Parts are told of as the record that they belong to: who reads a message reads its conversation.
 */
const privateRecords: Readonly<Record<string, Looked>> = {
  users: { of: 'users', by: 'id' },
  conversations: { of: 'conversations', by: 'id', isBetweenPeople: true },
  messages: { of: 'conversations', by: 'conversation', isBetweenPeople: true },
  student_notes: { of: 'student_notes', by: 'id', isBetweenPeople: true },
  claims: { of: 'claims', by: 'id' },
  claim_statements: { of: 'claims', by: 'claim' },
  support_requests: { of: 'support_requests', by: 'id' },
  support_messages: { of: 'support_requests', by: 'request' },
};

/** What a look at a record of the collection is; undefined where it needs no telling. */
export function lookedAt(collection: string): Looked | undefined {
  return privateRecords[collection];
}
