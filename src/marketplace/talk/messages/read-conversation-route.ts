import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { conversationPath } from '#rules/paths/message-paths.ts';
import { readNotificationsOf } from '../notifications/read-notifications-of.ts';
import { findParties, markConversationRead } from './messages.store.ts';

/**
 * POST /api/marketplace/conversations/:id/read: the caller has read all of the conversation; the other side sees it, and what told of its
 * messages is read as well. 404 for everybody but its two parties.
 */
export function readConversationRoute(engine: Engine): Route<never> {
  return {
    method: 'POST',
    path: '/api/marketplace/conversations/:id/read',
    async handle({ auth, params }) {
      if (auth?.collectionName !== 'users') throw unauthorized();
      const conversation = params.id ?? '';
      const parties = await findParties(engine.db, conversation);
      const isLearner = parties?.learner === auth.id;
      if (!parties || (!isLearner && parties.instructorUser !== auth.id)) throw notFound();
      const side = isLearner ? 'learner' : 'instructor';
      const row = await markConversationRead(engine.db, { conversation, side, nowMs: engine.clock.nowMs() });
      if (row) publish(engine, 'conversations', row);
      for (const read of await readNotificationsOf(engine, auth.id, conversationPath(conversation))) {
        publish(engine, 'notifications', read);
      }
      return { status: 204 };
    },
  };
}

function publish(engine: Engine, name: string, row: Row): void {
  const collection = engine.collections.get(name);
  engine.realtime.publish({ collection, row, action: 'update' });
}
