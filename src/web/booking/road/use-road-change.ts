import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoadFacts } from '#rules/licence/licence-road.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { fieldCodeFor } from '../../platform/session/message-for.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** Changes facts of the signed-in learner's road. Sent twice it comes to the same; the first change makes the record. */
export function useRoadChange(road: Pick<RoadAnswer, 'id'>) {
  const queries = useQueryClient();
  const user = useSession();
  return useMutation({
    scope: { id: 'licence-road' },
    mutationFn: async (change: Partial<RoadFacts & Pick<RoadAnswer, 'isAdult'>>) => {
      const collection = (await loadBackend()).collection('licence_roads');
      if (road.id !== '') return collection.update(road.id, change);
      const id = user?.id ?? '';
      try {
        return await collection.create({ ...change, id, user: id });
      } catch (error) {
        // Another tab, or a first try whose answer was lost, has made it meanwhile.
        const isThere = ['id', 'user'].some((field) => fieldCodeFor(error, field) === 'validation_not_unique');
        if (!isThere) throw error;
        return collection.update(id, change);
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['dashboard'] }),
  });
}
