import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { requestPath } from '#rules/paths/help-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from './notify-once.ts';

type Told = {
  request: string;
  /** What is told once. */
  key: string;
};

/** Tells the admins that the support owes an answer. What is asked stands at the desk, which asks for two factors. */
export async function announceSupportRequest(
  engine: Engine,
  tx: Transaction,
  { request, key, admins }: Told & { admins: readonly string[] },
): Promise<void> {
  await notifyOnce(
    engine,
    tx,
    admins.map((user) => ({
      user,
      type: 'system' as const,
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.supportRequest, message: texts.openSupportRequest };
      },
      link: requestPath(request),
      key: `support:${key}:${user}`,
    })),
  );
}

/** Tells whoever asked that the answer is there; by mail in any case, as it was asked for. */
export async function announceSupportAnswer(
  engine: Engine,
  tx: Transaction,
  { request, key, subject, user, excerpt }: Told & { subject: string; user: string; excerpt: string },
): Promise<void> {
  await notifyOnce(engine, tx, [
    {
      user,
      type: 'system',
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.answerTo({ subject }), message: excerpt };
      },
      link: requestPath(request),
      key: `support:${key}`,
      isRequired: true,
    },
  ]);
}
