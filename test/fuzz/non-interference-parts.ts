import fc from 'fast-check';
import type { EngineServer } from '#support/engine-server.ts';

/** What `part` of a post says, of which others are shown less. */
export const wholes = fc.constantFrom('a', 'ab', 'b', 'B');

/** Makes `part` of posts what only who wrote them is shown whole; it may be asked for by everybody. */
export const shownPartly = {
  wholeFor: "@request.auth.id != '' && by = @request.auth.id",
  comparedAsShown: true,
} as const;

/** Shows others less of it. */
export function hideParts({ engine }: EngineServer): void {
  engine.hooks.on('posts', {
    present(record, viewer, row) {
      if (!viewer?.isSuperuser && viewer?.id !== row.by) record.part = '…';
    },
  });
}

/** Another whole of a post, which all others can't tell from the one before. */
export function changesOfParts(ids: readonly string[]) {
  return fc.tuple(fc.constantFrom(...ids), wholes).map(([id, whole]) => ({
    name: `hide part ${whole}`,
    async apply({ root }: EngineServer) {
      await root
        .collection('posts')
        .update(id, { part: whole })
        .catch(() => {});
      return id;
    },
  }));
}
