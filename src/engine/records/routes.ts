import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';
import { createRecordRoute } from './create-record.ts';
import { deleteRecordRoute } from './delete-record.ts';
import { listRecordsRoute } from './list-records.ts';
import { updateRecordRoute } from './update-record.ts';
import { viewRecordRoute } from './view-record.ts';

/** Reading and writing of records. */
export function recordRoutes(engine: Engine): Route[] {
  return [
    listRecordsRoute(engine),
    viewRecordRoute(engine),
    createRecordRoute(engine),
    updateRecordRoute(engine),
    deleteRecordRoute(engine),
  ];
}
